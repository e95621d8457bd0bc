/**
 * What a result may be: null, booleans, finite numbers, strings, arrays
 * without holes, and plain objects of these. Everything else is refused
 * instead of being turned into something near it, as JSON.stringify would:
 * undefined, functions, symbols, BigInt, NaN, cycles, DOM nodes, Map, Set,
 * Date and instances of any other class, with a toJSON or without.
 */

import { ToolError } from "./error.ts";

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
  const fault = faultIn(value);
  if (fault !== undefined) {
    throw new ToolError(
      "invalid_result",
      `the result is not plain JSON: ${fault}`,
    );
  }
  const json = JSON.stringify(value);
  return { value: JSON.parse(json), bytes: utf8Bytes(json) };
}

/** Length of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The first fault with its path, or undefined. A getter or proxy that throws is one. */
function faultIn(value: unknown): string | undefined {
  try {
    return find(value, "result", new Set());
  } catch {
    return "result cannot be read";
  }
}

function find(
  value: unknown,
  path: string,
  parents: Set<object>,
): string | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return undefined;
    case "number":
      return Number.isFinite(value) ? undefined : `${path} is ${value}`;
    case "object":
      return value === null ? undefined : findInside(value, path, parents);
    default:
      return `${path} is ${typeof value}`;
  }
}

function findInside(
  value: object,
  path: string,
  parents: Set<object>,
): string | undefined {
  if (parents.has(value)) return `${path} contains itself`;
  if (parents.size === maxDepth) return `${path} is nested too deeply`;
  parents.add(value);
  const fault = Array.isArray(value)
    ? findInArray(value, path, parents)
    : findInObject(value, path, parents);
  parents.delete(value);
  return fault;
}

function findInArray(
  value: unknown[],
  path: string,
  parents: Set<object>,
): string | undefined {
  for (let index = 0; index < value.length; index++) {
    const fault = find(value[index], `${path}[${index}]`, parents);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findInObject(
  value: object,
  path: string,
  parents: Set<object>,
): string | undefined {
  if (!isPlain(value)) return `${path} is a ${className(value)}`;
  for (const [key, item] of Object.entries(value)) {
    const fault = find(item, `${path}.${key}`, parents);
    if (fault !== undefined) return fault;
  }
  return undefined;
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
