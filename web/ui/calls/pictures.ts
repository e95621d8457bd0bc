/**
 * The pictures in a value, as data: URLs made from bytes that the value itself
 * holds. An address in it is never followed. Pure.
 */

/** A picture and how many bytes it has. */
export type Picture = { readonly url: string; readonly bytes: number };

const mostPictures = 8;
const mostDepth = 12;
// SVG is left out: it is a document, not a picture.
const types = /^image\/(png|jpeg|gif|webp|avif)$/;
const dataURL = /^data:(image\/[a-z]+);base64,([A-Za-z0-9+/]+={0,2})$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Text that is a data: URL of a picture, and objects {mimeType, data} with
 * base64, the shape of MCP's image content. In the order of the value.
 */
export function pictures(value: unknown): readonly Picture[] {
  const found: Picture[] = [];
  walk(value, 0, found);
  return found;
}

/** The picture that a text is; undefined for any other text. */
export function pictureOf(text: string): Picture | undefined {
  if (!text.startsWith("data:image/")) return undefined;
  const [, type = "", data = ""] = dataURL.exec(text) ?? [];
  return picture(type, data);
}

/** The picture that an object holds as {mimeType, data}. */
export function pictureIn(value: object): Picture | undefined {
  const { mimeType, data } = value as { mimeType?: unknown; data?: unknown };
  return typeof mimeType === "string" && typeof data === "string"
    ? picture(mimeType, data)
    : undefined;
}

function picture(type: string, data: string): Picture | undefined {
  if (!types.test(type) || !base64.test(data)) return undefined;
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return {
    url: `data:${type};base64,${data}`,
    bytes: Math.floor((data.length * 3) / 4) - padding,
  };
}

function walk(value: unknown, depth: number, into: Picture[]): void {
  if (into.length >= mostPictures || depth > mostDepth) return;
  if (typeof value === "string") {
    const own = pictureOf(value);
    if (own !== undefined) into.push(own);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const own = pictureIn(value);
  if (own !== undefined) {
    into.push(own);
    return;
  }
  for (const item of Object.values(value)) walk(item, depth + 1, into);
}
