/** Values while they are made in a form. Pure. */

import { isRecord, type Schema, shapeOf, resolve } from "./schema.ts";

/**
 * What stands in a control and is no value yet, such as "1e" for a number. It
 * has the place of the value until it is one, so that nothing typed is lost.
 */
export class Draft {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const deepest = 12; // of what is made beforehand in a schema that requires itself

/**
 * What a form starts with: defaults, constants, and an empty value for what is
 * required. Undefined: nothing, the person has to choose.
 */
export function initial(schema: Schema, root: Schema, depth = 0): unknown {
  const node = resolve(schema, root);
  if (node !== undefined && "default" in node) {
    return structuredClone(node["default"]);
  }
  const shape = shapeOf(schema, root);
  if (depth > deepest) return undefined;
  switch (shape.kind) {
    case "object": {
      const made: Record<string, unknown> = {};
      for (const { name, required, schema } of shape.fields) {
        const wanted = required || "default" in (resolve(schema, root) ?? {});
        const value = wanted ? initial(schema, root, depth + 1) : undefined;
        if (value !== undefined) made[name] = value;
      }
      return made;
    }
    case "array": {
      const fewest = node?.["minItems"];
      const count = typeof fewest === "number" ? Math.min(fewest, 20) : 0;
      return Array.from({ length: count }, () => {
        const item = initial(shape.item, root, depth + 1);
        return item === undefined ? new Draft("") : item;
      });
    }
    case "string":
      return "";
    case "boolean":
      return false;
    case "const":
      return shape.value;
    case "choice":
      return initial(shape.options[0], root, depth + 1);
    case "number":
    case "integer":
    case "enum":
    case "json":
      return undefined;
    default:
      return shape satisfies never;
  }
}

/** An object with one property changed, or taken out if `value` is undefined; in the order of the schema. */
export function withField(
  object: { readonly [name: string]: unknown },
  name: string,
  value: unknown,
  order: readonly string[],
): { [name: string]: unknown } {
  const next: { [name: string]: unknown } = { ...object };
  if (value === undefined) delete next[name];
  else next[name] = value;
  const keys = [...order, ...Object.keys(next)];
  return Object.fromEntries(
    [...new Set(keys)]
      .filter((key) => Object.hasOwn(next, key))
      .map((key) => [key, next[key]]),
  );
}

/** Where in the value something is no value yet, as paths for people. */
export function unfinished(value: unknown, path = ""): string[] {
  if (value instanceof Draft) return [path];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => unfinished(item, `${path}[${at}]`));
  }
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    unfinished(item, path === "" ? key : `${path}.${key}`),
  );
}

/** As JSON; what is no value yet is the text that stands there. */
export function toJSON(value: unknown): string {
  return (
    JSON.stringify(
      value,
      (_, item: unknown) => (item instanceof Draft ? item.text : item),
      2,
    ) ?? ""
  );
}
