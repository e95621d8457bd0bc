/** Small PNG files: at most 256 colours, one byte a pixel (https://www.w3.org/TR/png-3/). */

import { crc32, deflateSync } from "node:zlib";

/** Pixels as RGBA, row by row. Alpha is ignored. */
type Picture = { width: number; height: number; data: Uint8Array };

/**
 * A PNG of the picture. A colour that does not fit becomes the nearest of those
 * that do: a shade between text and its ground, or a part of a shadow.
 */
export function encode({ width, height, data }: Picture): Buffer {
  const pixels = new Uint32Array(width * height);
  const frequency = new Map<number, number>();
  for (let at = 0; at < pixels.length; at++) {
    const color =
      (data[4 * at]! << 16) | (data[4 * at + 1]! << 8) | data[4 * at + 2]!;
    pixels[at] = color;
    frequency.set(color, (frequency.get(color) ?? 0) + 1);
  }
  const byFrequency = [...frequency].sort((a, b) => b[1] - a[1]);
  const colors = byFrequency.map(([color]) => color);
  const palette = choose(colors);
  const indices = new Map(
    colors.map((color) => [color, nearest(palette, color).at]),
  );

  // Each row begins with its filter; 0 is none, the best for few colours.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + 1 + x] = indices.get(pixels[y * width + x]!)!;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bits a pixel, indexed colour
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(channels))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function channels(color: number): [number, number, number] {
  return [color >> 16, (color >> 8) & 255, color & 255];
}

/** At most 256 of the colours: the first ones that are not too near to each other. */
function choose(colors: readonly number[]): number[] {
  for (let apart = 0; ; apart++) {
    const chosen: number[] = [];
    for (const color of colors) {
      if (nearest(chosen, color).distance <= apart ** 2) continue;
      if (chosen.push(color) > 256) break;
    }
    if (chosen.length <= 256) return chosen;
  }
}

/** Where the nearest colour is, and how far away, squared. */
function nearest(
  palette: readonly number[],
  color: number,
): { at: number; distance: number } {
  const [r, g, b] = channels(color);
  let best = { at: 0, distance: Infinity };
  for (const [at, candidate] of palette.entries()) {
    const [cr, cg, cb] = channels(candidate);
    const distance = (r - cr) ** 2 + (g - cg) ** 2 + (b - cb) ** 2;
    if (distance < best.distance) best = { at, distance };
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
