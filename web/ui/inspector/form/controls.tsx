/** What a value is written with: one control for each kind of schema. */

import { useState } from "preact/hooks";
import { useTexts } from "../../parts/texts.ts";
import type { Texts } from "../../strings/texts.ts";
import type { InspectorStrings } from "../../strings/inspector/en.ts";
import { useWords } from "../context.ts";
import { typeWords } from "../schema.tsx";
import { Items, ObjectFields } from "./fields.tsx";
import { type JSONFault, parseJSON } from "./json.ts";
import {
  fits,
  isRecord,
  same,
  type Schema,
  type Shape,
  shapeOf,
  textOf,
} from "./schema.ts";
import { Draft, initial, toJSON } from "./value.ts";

/** What every control gets. */
export type ControlProps = {
  id: string;
  /** The id of what describes the field. */
  hints: string;
  schema: Schema;
  root: Schema;
  /** Undefined: left out. A Draft: no value yet. */
  value: unknown;
  required: boolean;
  onChange: (value: unknown) => void;
};

/** The control for a schema; JSON where there is none, or where the value does not fit. */
export function Control(props: ControlProps) {
  const words = useWords();
  const shape = shapeOf(props.schema, props.root);
  if (!holds(shape, props.value)) {
    return (
      <>
        <p class="note">{words.form.misfit}</p>
        <JSONControl {...props} />
      </>
    );
  }
  switch (shape.kind) {
    case "object":
      return (
        <ObjectFields
          fields={shape.fields}
          root={props.root}
          value={props.value}
          onChange={props.onChange}
        />
      );
    case "array":
      return (
        <Items
          item={shape.item}
          root={props.root}
          value={Array.isArray(props.value) ? props.value : []}
          onChange={props.onChange}
        />
      );
    case "string":
      return <TextControl {...props} />;
    case "number":
    case "integer":
      return <NumberControl {...props} whole={shape.kind === "integer"} />;
    case "boolean":
      return <SelectControl {...props} values={[true, false]} />;
    case "enum":
      return <SelectControl {...props} values={shape.values} />;
    case "const":
      return <SelectControl {...props} values={[shape.value]} />;
    case "choice":
      return <ChoiceControl {...props} options={shape.options} />;
    case "json":
      return <JSONControl {...props} />;
    default:
      return shape satisfies never;
  }
}

/** Whether the control of a shape can show the value. */
function holds(shape: Shape, value: unknown): boolean {
  if (value === undefined || value instanceof Draft) return true;
  switch (shape.kind) {
    case "object":
      return isRecord(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return typeof value === "number";
    case "string":
    case "number":
    case "boolean":
      return typeof value === shape.kind;
    case "enum":
      return shape.values.some((one) => same(one, value));
    case "const":
      return same(shape.value, value);
    case "choice":
    case "json":
      return true;
    default:
      return shape satisfies never;
  }
}

function TextControl(props: ControlProps) {
  const { id, hints, value, required, onChange } = props;
  return (
    <textarea
      id={id}
      aria-describedby={hints}
      rows={1}
      dir="auto"
      value={typeof value === "string" ? value : ""}
      onInput={({ currentTarget: { value: text } }) =>
        onChange(text === "" && !required ? undefined : text)
      }
    />
  );
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/;

function NumberControl(props: ControlProps & { whole: boolean }) {
  const words = useWords();
  const { id, hints, value, whole, onChange } = props;
  const [typed, setTyped] = useState("");
  const read = (text: string): unknown => {
    if (text.trim() === "") return undefined;
    const good =
      jsonNumber.test(text.trim()) && !(whole && !Number.isInteger(+text));
    return good ? Number(text) : new Draft(text);
  };
  const known = read(typed);
  // As it was typed, "1.0" say, as long as it is still what is meant.
  const shown =
    value instanceof Draft
      ? value.text
      : known === value
        ? typed
        : String(value ?? "");
  const wrong =
    value instanceof Draft && value.text !== ""
      ? jsonNumber.test(value.text.trim())
        ? words.form.notWhole
        : words.form.notNumber
      : "";
  return (
    <>
      <input
        id={id}
        aria-describedby={`${hints} ${id}-fault`}
        aria-invalid={wrong !== ""}
        type="text"
        inputMode={whole ? "numeric" : "decimal"}
        autocomplete="off"
        dir="ltr"
        value={shown}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          onChange(read(text));
        }}
      />
      <Fault id={`${id}-fault`} words={wrong} />
    </>
  );
}

function SelectControl(props: ControlProps & { values: readonly unknown[] }) {
  const words = useWords();
  const { id, hints, value, values, required, onChange } = props;
  const at = values.findIndex((one) => same(one, value));
  return (
    <select
      id={id}
      aria-describedby={hints}
      value={String(at)}
      onChange={({ currentTarget }) => {
        onChange(values[Number(currentTarget.value)]);
      }}
    >
      {(!required || at < 0) && (
        <option value="-1">
          {required ? words.form.choose : words.form.leftOut}
        </option>
      )}
      {values.map((one, at) => (
        <option key={at} value={String(at)}>
          {typeof one === "string" && one !== "" ? one : JSON.stringify(one)}
        </option>
      ))}
    </select>
  );
}

function ChoiceControl(props: ControlProps & { options: readonly Schema[] }) {
  const words = useWords();
  const t = useTexts();
  const { id, hints, root, value, options, required, onChange } = props;
  const [chosen, setChosen] = useState<number>();
  const fitting = options.findIndex((option) => fits(value, option, root));
  const at =
    chosen ?? (value === undefined && !required ? -1 : Math.max(0, fitting));
  const option = options[at];
  return (
    <div class="choice">
      <select
        id={id}
        aria-describedby={hints}
        value={String(at)}
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value);
          setChosen(next);
          onChange(next < 0 ? undefined : initial(options[next], root));
        }}
      >
        {!required && <option value="-1">{words.form.leftOut}</option>}
        {options.map((option, at) => (
          <option key={at} value={String(at)}>
            {optionName(t, words, option, root, at)}
          </option>
        ))}
      </select>
      {at >= 0 && (
        <div class="chosen" role="group" aria-label={words.form.which}>
          <Control
            key={at}
            id={`${id}-value`}
            hints={hints}
            schema={option}
            root={root}
            value={value}
            required={required}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  );
}

/** Its title, what tells it from the others, or its type and number. */
function optionName(
  t: Texts,
  words: InspectorStrings,
  option: Schema,
  root: Schema,
  at: number,
): string {
  const title = textOf(option, root, "title");
  if (title !== "") return title;
  const shape = shapeOf(option, root);
  if (shape.kind === "const") return JSON.stringify(shape.value);
  if (shape.kind !== "object") return typeWords(words, shape);
  for (const { name, schema } of shape.fields) {
    const mark = shapeOf(schema, root);
    if (mark.kind === "const") return `${name}: ${JSON.stringify(mark.value)}`;
  }
  const number = words.schema.option(t.format.number(at + 1));
  return `${typeWords(words, shape)}, ${number}`;
}

function JSONControl(props: ControlProps) {
  const { id, hints, value, onChange } = props;
  const [typed, setTyped] = useState("");
  const read = parseJSON(typed);
  const shown =
    value instanceof Draft
      ? value.text
      : value === undefined
        ? ""
        : "value" in read && same(read.value, value)
          ? typed
          : toJSON(value);
  return (
    <JSONText
      id={id}
      hints={hints}
      text={shown}
      onText={(text) => {
        setTyped(text);
        const parsed = parseJSON(text);
        if (text.trim() === "") onChange(undefined);
        else onChange("value" in parsed ? parsed.value : new Draft(text));
      }}
    />
  );
}

/** A field for JSON that says in words what is wrong with it. */
export function JSONText(props: {
  id: string;
  hints: string;
  text: string;
  /** What is wrong beside the JSON itself. */
  fault?: string;
  onText: (text: string) => void;
}) {
  const words = useWords();
  const t = useTexts();
  const { id, text } = props;
  const parsed = parseJSON(text);
  const wrong =
    text !== "" && "fault" in parsed
      ? faultWords(t, words, parsed.fault)
      : (props.fault ?? "");
  return (
    <>
      <textarea
        id={id}
        class="code"
        aria-describedby={`${props.hints} ${id}-fault`}
        aria-invalid={wrong !== ""}
        rows={2}
        dir="ltr"
        spellcheck={false}
        autocapitalize="off"
        value={text}
        onInput={({ currentTarget }) => props.onText(currentTarget.value)}
      />
      <Fault id={`${id}-fault`} words={wrong} />
    </>
  );
}

/** Where and why a text is no JSON. */
export function faultWords(
  t: Texts,
  words: InspectorStrings,
  fault: JSONFault,
): string {
  if (fault.reason === "empty") return words.json.empty;
  const { number } = t.format;
  return words.json.at(
    words.json[fault.reason],
    number(fault.line),
    number(fault.column),
  );
}

function Fault(props: { id: string; words: string }) {
  return (
    <p class="wrong" id={props.id} hidden={props.words === ""}>
      {props.words}
    </p>
  );
}
