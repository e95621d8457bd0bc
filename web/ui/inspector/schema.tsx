/** A schema as a tree that people can read. */

import { useTexts } from "../parts/texts.ts";
import type { InspectorStrings } from "../strings/inspector/en.ts";
import { useWords } from "./context.ts";
import {
  limitsOf,
  resolve,
  type Schema,
  type Shape,
  shapeOf,
  textOf,
} from "./form/schema.ts";

/** The kind of a value in a word or two. */
export function typeWords(words: InspectorStrings, shape: Shape): string {
  const { types } = words.schema;
  switch (shape.kind) {
    case "const":
      return `${types.const} ${JSON.stringify(shape.value)}`;
    case "enum":
      return `${types.enum} ${shape.values.map((one) => JSON.stringify(one)).join(", ")}`;
    default:
      return types[shape.kind];
  }
}

/** What a schema says of its values: description, limits, default. */
export function Hints(props: { id?: string; schema: Schema; root: Schema }) {
  const words = useWords();
  const t = useTexts();
  const { schema, root } = props;
  const node = resolve(schema, root) ?? {};
  const told = limitsOf(schema, root).map(({ keyword, value }) =>
    Number.isInteger(value)
      ? words.schema.limits[keyword](t.format.number(+value), +value)
      : words.schema.limits[keyword](String(value), +value),
  );
  if ("default" in node) {
    told.push(words.schema.fallback(JSON.stringify(node["default"])));
  }
  const description = textOf(schema, root, "description");
  return (
    <div class="hints" {...(props.id !== undefined && { id: props.id })}>
      {description !== "" && <p dir="auto">{description}</p>}
      {told.length > 0 && <p class="limits">{told.join(" · ")}</p>}
    </div>
  );
}

const deepest = 8;

/** The tree of a schema. A schema that holds itself ends where it would begin again. */
export function SchemaTree(props: { schema: Schema }) {
  return <Node schema={props.schema} root={props.schema} above={[]} />;
}

function Node(props: {
  schema: Schema;
  root: Schema;
  /** The schemas that this one stands in. */
  above: readonly Schema[];
}) {
  const words = useWords();
  const t = useTexts();
  const { schema, root, above } = props;
  const node = resolve(schema, root);
  const below = [...above, node ?? schema];
  if (node !== undefined && (above.includes(node) || above.length > deepest)) {
    return <p class="quiet">{words.schema.again}</p>;
  }
  const shape = shapeOf(schema, root);
  switch (shape.kind) {
    case "object":
      return (
        <ul class="tree" role="list">
          {shape.fields.map(({ name, required, schema }) => (
            <li key={name}>
              <Line
                name={<code>{name}</code>}
                shape={shapeOf(schema, root)}
                mark={required ? words.schema.required : words.schema.optional}
              />
              <Hints schema={schema} root={root} />
              <Node schema={schema} root={root} above={below} />
            </li>
          ))}
        </ul>
      );
    case "array":
      return (
        <ul class="tree" role="list">
          <li>
            <Line name={words.schema.items} shape={shapeOf(shape.item, root)} />
            <Hints schema={shape.item} root={root} />
            <Node schema={shape.item} root={root} above={below} />
          </li>
        </ul>
      );
    case "choice":
      return (
        <ul class="tree" role="list">
          {shape.options.map((option, at) => (
            <li key={at}>
              <Line
                name={
                  textOf(option, root, "title") ||
                  words.schema.option(t.format.number(at + 1))
                }
                shape={shapeOf(option, root)}
              />
              <Node schema={option} root={root} above={below} />
            </li>
          ))}
        </ul>
      );
    default:
      return null;
  }
}

function Line(props: {
  name: preact.ComponentChildren;
  shape: Shape;
  mark?: string;
}) {
  const words = useWords();
  return (
    <p class="line">
      <span class="name">{props.name}</span>
      <span class="type">{typeWords(words, props.shape)}</span>
      {props.mark !== undefined && <span class="mark">{props.mark}</span>}
    </p>
  );
}
