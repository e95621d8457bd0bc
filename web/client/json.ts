/**
 * What a result may be: null, booleans, finite numbers, strings, arrays
 * without holes, and plain objects of these. Everything else is refused
 * instead of being turned into something near it, as JSON.stringify would:
 * undefined, functions, symbols, BigInt, NaN, cycles, DOM nodes, Map, Set,
 * Date and instances of any other class, with a toJSON or without.
 */

import { ToolError } from "./error.ts";
import { utf8Bytes } from "./utf8.ts";

/** A value that passed, with its JSON. */
export type PlainJSON = {
  /** A copy that shares nothing with the original. */
  readonly value: unknown;
  /** Length of the compact JSON in UTF-8. */
  readonly bytes: number;
};

/** Deeper values are refused; the stack of a careless reader ends somewhere. */
const maxDepth = 200;

/** Copies a plain JSON value. Throws a ToolError with code invalid_result and the path. */
export function plainJSON(value: unknown): PlainJSON {
  // The walk is that of JSON.stringify, which also notices cycles.
  const paths = new Map<unknown, string>();
  const depths = new Map<unknown, number>();
  let path = "result";

  function visit(this: { [key: string]: unknown }, key: string): unknown {
    const item = this[key];
    const above = paths.get(this);
    const depth = depths.get(this) ?? 0;
    if (above !== undefined) {
      path = Array.isArray(this) ? `${above}[${key}]` : `${above}.${key}`;
    }
    const fault = depth > maxDepth ? "nested too deeply" : faultOf(item);
    if (fault !== undefined) throw refusal(`${path} is ${fault}`);
    paths.set(item, path);
    depths.set(item, depth + 1);
    return item; // and not what a toJSON made of it
  }

  try {
    const json = JSON.stringify(value, visit);
    return { value: JSON.parse(json), bytes: utf8Bytes(json) };
  } catch (thrown) {
    if (thrown instanceof ToolError) throw thrown;
    throw refusal(`${path} contains itself or cannot be read`);
  }
}

function refusal(fault: string): ToolError {
  return new ToolError(
    "invalid_result",
    `the result is not plain JSON: ${fault}`,
  );
}

/** What a value is, if it is none that JSON has. */
function faultOf(value: unknown): string | undefined {
  const type = typeof value;
  if (type === "number") return Number.isFinite(value) ? undefined : `${value}`;
  if (type === "string" || type === "boolean" || value === null)
    return undefined;
  if (typeof value !== "object") return type;
  return Array.isArray(value) || isPlain(value)
    ? undefined
    : `a ${className(value)}`;
}

/** Made by a literal, JSON.parse or Object.create(null), in any realm. */
function isPlain(value: object): boolean {
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function className(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "" ? name : "special object";
}
