/** The one door for data from the socket: unknown in, a frame or nothing out. */

import type { ServerFrame } from "../gen/protocol.ts";
import { serverShapes } from "../gen/shapes.ts";

/** The shape language of serverShapes, which explains it. */
type Shape =
  | ""
  | 0
  | false
  | null
  | readonly [Shape]
  | { readonly [field: string]: Shape };

/**
 * Reads one WebSocket message. Returns undefined for what is no frame of this
 * protocol version: not text, not JSON, an unknown type, a missing or wrong
 * field. Unknown fields are kept and mean nothing; unknown values of an enum
 * pass, so that a newer server may say more.
 */
export function parseServerFrame(data: unknown): ServerFrame | undefined {
  if (typeof data !== "string") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return undefined;
  }
  return isServerFrame(value) ? value : undefined;
}

function isServerFrame(value: unknown): value is ServerFrame {
  if (!isRecord(value)) return false;
  const type = value["type"];
  return (
    typeof type === "string" &&
    Object.hasOwn(serverShapes, type) &&
    fits(value, serverShapes[type as ServerFrame["type"]])
  );
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === null) return true;
  if (shape === 0) return Number.isInteger(value);
  if (typeof shape !== "object") return typeof value === typeof shape;
  if (isItems(shape)) {
    return Array.isArray(value) && value.every((item) => fits(item, shape[0]));
  }
  return (
    isRecord(value) &&
    Object.entries(shape).every(([key, field]) => {
      const name = key.replace("?", "");
      return Object.hasOwn(value, name)
        ? fits(value[name], field)
        : name !== key;
    })
  );
}

function isItems(shape: object): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function isRecord(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
