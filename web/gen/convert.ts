/**
 * JSON Schema (2020-12) to TypeScript types, for the subset that a contract
 * needs: type (also a list), properties, required, additionalProperties,
 * items, enum, const, anyOf, oneOf, $ref into $defs and boolean schemas.
 *
 * Keywords that only narrow a value (bounds, patterns, combinators beside a
 * type) are left out: the server validates with the full schema. Whatever the
 * subset does not cover becomes `unknown`, never a wrong type.
 */

/** A schema as it was parsed from JSON. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Returns the type that a `$ref` stands for. */
export type Refer = (ref: string) => string;

/** Converts one schema. `indent` is that of the line the type starts in. */
export function typeOf(schema: unknown, refer: Refer, indent = ""): string {
  if (schema === false) return "never";
  if (!isObject(schema)) return "unknown";
  if (typeof schema["$ref"] === "string") return refer(schema["$ref"]);
  if ("const" in schema) return literal(schema["const"]);
  if (Array.isArray(schema["enum"])) return union(schema["enum"].map(literal));
  const type = schema["type"];
  if (Array.isArray(type)) {
    return union(
      type.map((one) => typeOf({ ...schema, type: one }, refer, indent)),
    );
  }
  if (typeof type === "string") return named(type, schema, refer, indent);
  const cases = schema["oneOf"] ?? schema["anyOf"];
  if (Array.isArray(cases)) {
    return union(cases.map((one) => typeOf(one, refer, indent)));
  }
  return "unknown";
}

/** Refers into the `$defs` of one root schema by writing the type out in place. */
export function inline(root: unknown): Refer {
  const open = new Set<string>();
  const refer: Refer = (ref) => {
    const target = definition(root, ref);
    if (target === undefined || open.has(ref)) return "unknown";
    open.add(ref);
    const type = typeOf(target, refer);
    open.delete(ref);
    return type;
  };
  return refer;
}

/** The schema behind `#/$defs/NAME`, or undefined. */
export function definition(root: unknown, ref: string): unknown {
  const name = defName(ref);
  if (name === undefined || !isObject(root)) return undefined;
  const defs = root["$defs"];
  return isObject(defs) && Object.hasOwn(defs, name) ? defs[name] : undefined;
}

/** NAME of `#/$defs/NAME`, or undefined for any other reference. */
export function defName(ref: string): string | undefined {
  return /^#\/\$defs\/([^/~%]+)$/.exec(ref)?.[1];
}

/** A doc comment with its line break, or nothing if there are no words. */
export function comment(words: unknown, indent: string): string {
  if (typeof words !== "string" || words === "") return "";
  const safe = words.replaceAll("*/", "*\\/").replaceAll(/\s*\n\s*/g, " ");
  return `${indent}/** ${safe} */\n`;
}

/** A property name, quoted if it is no identifier. */
export function property(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function named(
  type: string,
  schema: Record<string, unknown>,
  refer: Refer,
  indent: string,
): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return array(schema, refer, indent);
    case "object":
      return object(schema, refer, indent);
    default:
      return "unknown";
  }
}

function array(
  schema: Record<string, unknown>,
  refer: Refer,
  indent: string,
): string {
  if ("prefixItems" in schema) return "unknown[]";
  const item = typeOf(schema["items"] ?? true, refer, indent);
  return item.includes(" | ") ? `Array<${item}>` : `${item}[]`;
}

function object(
  schema: Record<string, unknown>,
  refer: Refer,
  indent: string,
): string {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(
    Array.isArray(schema["required"]) ? schema["required"] : [],
  );
  const extra = schema["additionalProperties"];
  const names = Object.keys(properties);
  if (names.length === 0 || "patternProperties" in schema) {
    return map(extra, required, refer, indent);
  }
  const inner = indent + "  ";
  const lines = names.map((name) => {
    const value = properties[name];
    const words = isObject(value) ? value["description"] : undefined;
    const mark = required.has(name) ? "" : "?";
    return `${comment(words, inner)}${inner}${property(name)}${mark}: ${typeOf(value, refer, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function map(
  extra: unknown,
  required: Set<unknown>,
  refer: Refer,
  indent: string,
): string {
  if (extra === false && required.size === 0) return "Record<string, never>";
  const value = isObject(extra) ? typeOf(extra, refer, indent) : "unknown";
  return `{ [key: string]: ${value} }`;
}

function union(types: string[]): string {
  const distinct = [...new Set(types)].filter((type) => type !== "never");
  if (distinct.includes("unknown")) return "unknown";
  return distinct.length === 0 ? "never" : distinct.join(" | ");
}

function literal(value: unknown): string {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return JSON.stringify(value);
    default:
      return value === null ? "null" : "unknown";
  }
}
