/** Paths of the drawing. Lengths in pixels. */

/** A level line with a hole for a word; `gap` runs from left to right. */
export function shaft(
  from: number,
  to: number,
  y: number,
  gap?: { readonly from: number; readonly to: number },
): string {
  if (gap === undefined) return `M${from} ${y}H${to}`;
  const [first, second] = from < to ? [gap.from, gap.to] : [gap.to, gap.from];
  return `M${from} ${y}H${first}M${second} ${y}H${to}`;
}

/** The head of an arrow that ends at x and comes from `from`. */
export function head(from: number, x: number, y: number, size: number): string {
  const back = x - Math.sign(x - from) * size;
  return `M${back} ${y - size * 0.6}L${x} ${y}L${back} ${y + size * 0.6}`;
}

/** Oblique strokes inside of a bar: somebody is waited for. */
export function hatch(
  x: number,
  y: number,
  width: number,
  height: number,
  every: number,
): string {
  const strokes: string[] = [];
  for (let at = y - width; at < y + height; at += every) {
    // From the lower left to the upper right, cut at both ends of the bar.
    const low = Math.min(at + width, y + height);
    const high = Math.max(at, y);
    if (low <= high) continue;
    const left = x + (at + width - low);
    const right = x + (at + width - high);
    strokes.push(`M${left} ${low}L${right} ${high}`);
  }
  return strokes.join("");
}

/** A torn edge across the drawing: here more time passes than the height says. */
export function tear(width: number, y: number, size: number): string {
  let path = `M0 ${y}`;
  for (let x = 0, up = true; x < width; x += size, up = !up) {
    path += `L${x + size / 2} ${up ? y - size / 3 : y + size / 3}`;
  }
  return path;
}

/** A cross: it ends here, and not well. */
export function cross(x: number, y: number, size: number): string {
  return `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
}
