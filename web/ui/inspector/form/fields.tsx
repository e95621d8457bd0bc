/** A form for the value of a schema, one field within the other. */

import { useId, useRef } from "preact/hooks";
import { useTexts } from "../../parts/texts.ts";
import { Icon } from "../../parts/icons.tsx";
import { useWords } from "../context.ts";
import { Hints, typeWords } from "../schema.tsx";
import { Control, type ControlProps } from "./controls.tsx";
import {
  type Field as Property,
  isRecord,
  type Schema,
  shapeOf,
  textOf,
} from "./schema.ts";
import { Draft, initial, withField } from "./value.ts";

/** A field with its label, its control and its hints. */
export function Field(
  props: Omit<ControlProps, "id" | "hints"> & {
    name: string;
    /** Instead of the name. */
    label?: string;
    /** Beside the label. */
    onRemove?: (() => void) | undefined;
  },
) {
  const words = useWords();
  const id = useId();
  const { schema, root, value, required, onChange } = props;
  const shape = shapeOf(schema, root);
  const title = props.label ?? textOf(schema, root, "title");
  const nests = shape.kind === "object" || shape.kind === "array";
  const there = value !== undefined;
  const head = (
    <>
      <span class="name">
        {title === "" ? <code>{props.name}</code> : title}
        {title !== "" && props.label === undefined && (
          <code class="quiet">{props.name}</code>
        )}
      </span>
      <span class="type">{typeWords(words, shape)}</span>
      {required && props.label === undefined && (
        <span class="must">{words.schema.required}</span>
      )}
    </>
  );
  const side = (
    <>
      {nests && there && !required && (
        <button
          type="button"
          class="link"
          aria-label={`${words.form.leaveOut}: ${props.name}`}
          onClick={() => onChange(undefined)}
        >
          {words.form.leaveOut}
        </button>
      )}
      {props.onRemove !== undefined && (
        <button
          type="button"
          class="bare"
          aria-label={words.form.remove(props.label ?? props.name)}
          onClick={props.onRemove}
        >
          <Icon name="close" />
        </button>
      )}
    </>
  );
  const hints = `${id}-hints`;
  const body = (
    <>
      <Hints id={hints} schema={schema} root={root} />
      {nests && !there ? (
        <button
          type="button"
          class="small"
          aria-label={`${words.form.set}: ${props.name}`}
          onClick={() => onChange(initial(schema, root))}
        >
          {words.form.set}
        </button>
      ) : (
        <Control
          id={id}
          hints={hints}
          schema={schema}
          root={root}
          value={value}
          required={required}
          onChange={onChange}
        />
      )}
    </>
  );
  if (nests) {
    return (
      <fieldset class="arg nest">
        <legend>{head}</legend>
        {side}
        {body}
      </fieldset>
    );
  }
  return (
    <div class="arg">
      <div class="head">
        <label for={id}>{head}</label>
        {side}
      </div>
      {body}
    </div>
  );
}

/** The fields of an object. */
export function ObjectFields(props: {
  fields: readonly Property[];
  root: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { fields, root, onChange } = props;
  const value = isRecord(props.value) ? props.value : {};
  const order = fields.map(({ name }) => name);
  return (
    <div class="fields">
      {fields.map(({ name, required, schema }) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          root={root}
          required={required}
          value={Object.hasOwn(value, name) ? value[name] : undefined}
          onChange={(next) => onChange(withField(value, name, next, order))}
        />
      ))}
    </div>
  );
}

/** The items of an array, with a way to add and to remove some. */
export function Items(props: {
  item: Schema;
  root: Schema;
  value: readonly unknown[];
  onChange: (value: readonly unknown[]) => void;
}) {
  const words = useWords();
  const t = useTexts();
  const add = useRef<HTMLButtonElement>(null);
  const { item, root, value, onChange } = props;
  return (
    <div class="items">
      {value.map((one, at) => (
        <Field
          key={at}
          name={String(at)}
          label={words.form.item(t.format.number(at + 1))}
          schema={item}
          root={root}
          required
          value={one}
          onChange={(next) => {
            // An item cannot be left out: what is empty is no value yet.
            const made = next === undefined ? new Draft("") : next;
            onChange(value.map((old, other) => (other === at ? made : old)));
          }}
          onRemove={() => {
            add.current?.focus();
            onChange(value.filter((_, other) => other !== at));
          }}
        />
      ))}
      <button
        ref={add}
        type="button"
        class="small"
        onClick={() =>
          onChange([...value, initial(item, root) ?? new Draft("")])
        }
      >
        {words.form.add}
      </button>
    </div>
  );
}
