/**
 * The drawing as a file of its own: the two pictures in one, with everything
 * that style sheets gave it written as attributes, and colours that every
 * program knows.
 */

import { save } from "../parts/save.ts";

/** What is written where it is not what a picture has anyway. */
const styled: { readonly [property: string]: string } = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-opacity": "1",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
};

const styledText: { readonly [property: string]: string } = {
  fill: "rgb(0, 0, 0)",
  "font-family": "",
  "font-size": "",
  "font-weight": "400",
  direction: "ltr",
};

const svg = "http://www.w3.org/2000/svg";
const margin = 24; // px around the drawing

/** Lets the browser save the drawing inside of a place. */
export function saveDrawing(place: HTMLElement, title: string): void {
  const file = drawingFile(place, title);
  if (file !== undefined) save("what-happened.svg", "image/svg+xml", file);
}

/** The text of the file; undefined if nothing is drawn. */
function drawingFile(place: HTMLElement, title: string): string | undefined {
  const heads = place.querySelector<SVGSVGElement>("svg.heads");
  const moments = place.querySelector<SVGSVGElement>("svg.moments");
  if (heads === null || moments === null) return undefined;
  const top = heads.height.baseVal.value;
  const width = heads.width.baseVal.value;
  const height = top + moments.height.baseVal.value;

  const paper = colour(getComputedStyle(place).getPropertyValue("--paper"));
  const file = document.createElementNS(svg, "svg");
  file.setAttribute("xmlns", svg);
  const whole = [-margin, -margin, width + 2 * margin, height + 2 * margin];
  const [x, y, across, down] = whole.map((length) => String(Math.ceil(length)));
  file.setAttribute("viewBox", `${x} ${y} ${across} ${down}`);
  file.setAttribute("width", across ?? "");
  file.setAttribute("height", down ?? "");
  const name = document.createElementNS(svg, "title");
  name.textContent = title;
  const ground = document.createElementNS(svg, "rect");
  ground.setAttribute("x", x ?? "");
  ground.setAttribute("y", y ?? "");
  ground.setAttribute("width", "100%");
  ground.setAttribute("height", "100%");
  ground.setAttribute("fill", paper);
  const below = inlined(moments);
  below.setAttribute("y", String(top));
  file.append(name, ground, inlined(heads), below);
  return new XMLSerializer().serializeToString(file);
}

/** A copy without classes and roles that looks the same; sentences become tooltips. */
function inlined(picture: SVGSVGElement): SVGSVGElement {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const originals = [picture, ...picture.querySelectorAll<SVGElement>("*")];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  copies.forEach((element, at) => {
    const original = originals[at];
    if (original === undefined) return;
    if (original.getAttribute("role") === "option") {
      const told = document.createElementNS(svg, "title");
      told.textContent = original.getAttribute("aria-label");
      element.nextElementSibling?.prepend(told);
      element.remove();
      return;
    }
    for (const { name } of [...element.attributes]) {
      if (/^(class|role|tabindex|focusable|aria-.*)$/.test(name)) {
        element.removeAttribute(name);
      }
    }
    if (["svg", "g", "title"].includes(element.tagName)) return;
    const style = getComputedStyle(original);
    const wanted = element.tagName === "text" ? styledText : styled;
    for (const [property, usual] of Object.entries(wanted)) {
      const value = style.getPropertyValue(property);
      if (value === usual) continue;
      const paint = property === "fill" || property === "stroke";
      element.setAttribute(property, paint ? colour(value) : value);
    }
  });
  return copy;
}

/** A colour as #rrggbb, as few programs know oklch; `none` stays. */
function colour(value: string): string {
  if (value === "none" || value === "") return "none";
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  if (context === null) return value;
  context.fillStyle = value;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(
    0,
    0,
    1,
    1,
  ).data;
  if (alpha === 0) return "none";
  const two = (part: number): string => part.toString(16).padStart(2, "0");
  return `#${two(red)}${two(green)}${two(blue)}`;
}
