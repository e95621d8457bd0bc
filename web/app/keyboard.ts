/**
 * Keeps the page in the part of the window that a keyboard on the screen leaves
 * free. Browsers that shrink the window itself need nothing of this; Safari on
 * iOS lays its keyboard over the window, and only the visual viewport tells.
 */

/** What is read of `window`. */
export type Viewport = Pick<
  VisualViewport,
  "height" | "scale" | "offsetTop" | "addEventListener"
>;

/** Shorter than any keyboard: the bars of the browser move by less. */
const least = 80; // px

/**
 * Sets `--page-height` and `--page-top` on the root as long as a keyboard is
 * there. `viewport` is null in browsers that do not have one.
 */
export function followKeyboard(
  root: HTMLElement,
  viewport: Viewport | null = window.visualViewport,
): void {
  if (viewport === null) return;
  const follow = (): void => {
    // Two fingers make the picture larger, not the window smaller.
    const height = Math.round(viewport.height * viewport.scale);
    const { style } = root;
    if (window.innerHeight - height < least) {
      style.removeProperty("--page-height");
      style.removeProperty("--page-top");
      return;
    }
    style.setProperty("--page-height", `${height}px`);
    // Safari moves the window up to show the field that is written in.
    const top = viewport.scale > 1 ? 0 : Math.round(viewport.offsetTop);
    style.setProperty("--page-top", `${top}px`);
  };
  viewport.addEventListener("resize", follow);
  viewport.addEventListener("scroll", follow);
  follow();
}
