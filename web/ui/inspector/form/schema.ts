/**
 * Reads a JSON Schema (2020-12) the way a form needs it: one level at a time,
 * so that a schema that holds itself can be read. It checks nothing: the
 * server validates, and what a form cannot show is edited as JSON. Pure.
 */

/** A schema as it stands in the contract. */
export type Schema = unknown;

/** A property of an object. */
export type Field = {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
};

/** What kind of control a schema wants. */
export type Shape =
  | {
      readonly kind: "object";
      readonly fields: readonly Field[];
      /** Further properties are allowed. */
      readonly open: boolean;
    }
  | { readonly kind: "array"; readonly item: Schema }
  | { readonly kind: "string" | "number" | "integer" | "boolean" }
  | { readonly kind: "enum"; readonly values: readonly unknown[] }
  | { readonly kind: "const"; readonly value: unknown }
  | { readonly kind: "choice"; readonly options: readonly Schema[] }
  /** Whatever a form has no control for. */
  | { readonly kind: "json" };

/** A keyword that limits a value, as it is told beside a control. */
export type Limit = {
  readonly keyword:
    | "minLength"
    | "maxLength"
    | "pattern"
    | "format"
    | "minimum"
    | "maximum"
    | "exclusiveMinimum"
    | "exclusiveMaximum"
    | "multipleOf"
    | "minItems"
    | "maxItems"
    | "uniqueItems";
  readonly value: string | number;
};

const limits: readonly Limit["keyword"][] = [
  "minLength",
  "maxLength",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "format",
  "pattern",
];

/** Keywords under which a value may have shapes that no control shows. */
const beyondForms = [
  "allOf",
  "not",
  "if",
  "dependentSchemas",
  "prefixItems",
  "contains",
  "patternProperties",
];

const mostHops = 16; // of references in a row
const deepest = 64; // schemas within each other, of a choice that holds itself

/** The kind of control for a schema within `root`. */
export function shapeOf(schema: Schema, root: Schema): Shape {
  const node = resolve(schema, root);
  if (node === undefined) return { kind: "json" };
  if ("const" in node) return { kind: "const", value: node["const"] };
  const values = node["enum"];
  if (Array.isArray(values)) return { kind: "enum", values };
  if (beyondForms.some((keyword) => keyword in node)) return { kind: "json" };
  for (const keyword of ["oneOf", "anyOf"]) {
    const options = node[keyword];
    if (Array.isArray(options) && options.length > 0) {
      const { [keyword]: _, ...rest } = node;
      return {
        kind: "choice",
        options: options.map((option) => merge(rest, option, root)),
      };
    }
  }
  const { type } = node;
  if (Array.isArray(type)) {
    const options = type.map((one: unknown) => ({ ...node, type: one }));
    return options.length === 1
      ? shapeOf(options[0], root)
      : { kind: "choice", options };
  }
  switch (type ?? guess(node)) {
    case "object":
      return objectShape(node);
    case "array":
      return { kind: "array", item: node["items"] ?? true };
    case "string":
      return { kind: "string" };
    case "number":
      return { kind: "number" };
    case "integer":
      return { kind: "integer" };
    case "boolean":
      return { kind: "boolean" };
    case "null":
      return { kind: "const", value: null };
    default:
      return { kind: "json" };
  }
}

/** The schema behind its references, as an object; undefined for true, false and what leads nowhere. */
export function resolve(
  schema: Schema,
  root: Schema,
): { readonly [keyword: string]: unknown } | undefined {
  let node: unknown = schema;
  for (let hop = 0; hop < mostHops; hop++) {
    if (!isRecord(node)) return undefined;
    const { $ref, ...beside } = node;
    if (typeof $ref !== "string") return node;
    const target = find($ref, root);
    if (!isRecord(target)) return undefined;
    // The same object for the same place, so that one can tell a circle.
    node = Object.keys(beside).length === 0 ? target : { ...target, ...beside };
  }
  return undefined;
}

/** A keyword whose value is text, such as title and description; "" if there is none. */
export function textOf(schema: Schema, root: Schema, keyword: string): string {
  const value = resolve(schema, root)?.[keyword];
  return typeof value === "string" ? value : "";
}

/** What limits a value, in the order in which it is told. */
export function limitsOf(schema: Schema, root: Schema): Limit[] {
  const node = resolve(schema, root) ?? {};
  return limits.flatMap((keyword) => {
    const value = node[keyword];
    if (typeof value === "number" || typeof value === "string") {
      return [{ keyword, value }];
    }
    return value === true ? [{ keyword, value: "" }] : [];
  });
}

/** Whether the value has the shape of the schema, as far as a form looks at it. */
export function fits(
  value: unknown,
  schema: Schema,
  root: Schema,
  depth = 0,
): boolean {
  if (depth > deepest) return false;
  const shape = shapeOf(schema, root);
  const has = (value: unknown, schema: Schema): boolean =>
    fits(value, schema, root, depth + 1);
  switch (shape.kind) {
    case "object":
      if (!isRecord(value)) return false;
      return (
        shape.fields.every(({ name, required, schema }) =>
          Object.hasOwn(value, name) ? has(value[name], schema) : !required,
        ) &&
        (shape.open ||
          Object.keys(value).every((key) =>
            shape.fields.some(({ name }) => name === key),
          ))
      );
    case "array":
      return (
        Array.isArray(value) && value.every((item) => has(item, shape.item))
      );
    case "integer":
      return Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === shape.kind;
    case "enum":
      return shape.values.some((one) => same(one, value));
    case "const":
      return same(shape.value, value);
    case "choice":
      return shape.options.some((option) => has(value, option));
    case "json":
      return true;
    default:
      return shape satisfies never;
  }
}

/** Whether two JSON values are equal. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => same(item, b[at]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  );
}

/** Whether the value is an object of JSON. */
export function isRecord(
  value: unknown,
): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectShape(node: { readonly [keyword: string]: unknown }): Shape {
  const { properties, required, additionalProperties } = node;
  const open = additionalProperties !== false;
  const fields = isRecord(properties) ? Object.entries(properties) : [];
  // A map from names that nobody knows beforehand.
  if (fields.length === 0 && open) return { kind: "json" };
  const must: unknown[] = Array.isArray(required) ? required : [];
  return {
    kind: "object",
    open,
    fields: fields.map(([name, schema]) => ({
      name,
      schema,
      required: must.includes(name),
    })),
  };
}

function guess(node: { readonly [keyword: string]: unknown }): unknown {
  if ("properties" in node) return "object";
  return "items" in node ? "array" : undefined;
}

/** An option of a choice together with what holds for all of them. */
function merge(
  base: { readonly [keyword: string]: unknown },
  option: Schema,
  root: Schema,
): Schema {
  const own = resolve(option, root);
  if (own === undefined) return option;
  const { title: _, description: __, default: ___, ...rest } = base;
  const together = { ...rest, ...own };
  const [mine, theirs] = [rest["properties"], own["properties"]];
  const must = [rest["required"], own["required"]].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return {
    ...together,
    ...(isRecord(mine) &&
      isRecord(theirs) && { properties: { ...mine, ...theirs } }),
    ...(must.length > 0 && { required: must }),
  };
}

/** What a reference of the same document points to: a JSON pointer or an anchor. */
function find(ref: string, root: Schema): unknown {
  const fragment = fragmentOf(ref);
  if (fragment === undefined) return undefined;
  if (fragment !== "" && !fragment.startsWith("/")) {
    return findAnchor(fragment, root);
  }
  let at: unknown = root;
  for (const token of fragment.split("/").slice(1)) {
    const key = token.replace(/~1/g, "/").replace(/~0/g, "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) {
      return undefined;
    }
    at = (at as { readonly [key: string]: unknown })[key];
  }
  return at;
}

function fragmentOf(ref: string): string | undefined {
  try {
    return ref.startsWith("#") ? decodeURIComponent(ref.slice(1)) : undefined;
  } catch {
    return undefined;
  }
}

function findAnchor(name: string, node: unknown): unknown {
  if (typeof node !== "object" || node === null) return undefined;
  if (isRecord(node) && node["$anchor"] === name) return node;
  for (const child of Object.values(node)) {
    const found = findAnchor(name, child);
    if (found !== undefined) return found;
  }
  return undefined;
}
