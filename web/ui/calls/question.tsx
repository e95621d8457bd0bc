/** What the tool ask_user asks: a text, one of a few choices, or a small form. */

import { useId, useMemo, useRef } from "preact/hooks";
import { useTexts } from "../parts/texts.ts";
import type { Question } from "../state.ts";
import { AnswerButton } from "./answer.tsx";
import type { Answer } from "./asks.ts";
import type { SightState } from "./sight.ts";

type FieldOf<Q> = Q extends { fields?: (infer F)[] } ? F : never;
type Field = FieldOf<Question>;
type Values = { [name: string]: string | number | boolean };

/** The longest text, in UTF-16 units; what a person types is far below it. */
const mostText = 4000;

/** Choices are buttons, each of which answers; the rest is a form with one. */
export function QuestionForm(props: {
  askKey: number;
  question: Question;
  sight: SightState;
  about: string;
}) {
  const t = useTexts();
  const { askKey, question, about } = props;
  const form = useRef<HTMLFormElement>(null);
  const { fields } = question;
  const choices =
    fields === undefined ? [...new Set(question.choices ?? [])] : [];
  const send = useMemo<Answer>(
    () => ({
      form: () => {
        const { current } = form;
        if (current === null || !current.reportValidity()) return undefined;
        return fields === undefined
          ? textIn(current, answerName)
          : valuesIn(current, fields);
      },
    }),
    [fields],
  );
  const live = props.sight === "live";
  const common = { askKey, about, live };
  return (
    <form ref={form} class="form" onSubmit={(event) => event.preventDefault()}>
      {choices.length === 0 &&
        (fields === undefined ? (
          <input
            name={answerName}
            type="text"
            required
            maxLength={mostText}
            aria-labelledby={about}
            autocomplete="off"
            dir="auto"
          />
        ) : (
          fields.map((field) => <FieldRow key={field.name} field={field} />)
        ))}
      {choices.length > 0 && (
        <div class="answers" data-sight={props.sight}>
          {choices.map((choice) => (
            <ChoiceButton key={choice} {...common} choice={choice} />
          ))}
        </div>
      )}
      <div class="answers" data-sight={props.sight}>
        <AnswerButton {...common} answer="cancel">
          {t.question.cancel}
        </AnswerButton>
        {choices.length === 0 && (
          <AnswerButton {...common} answer={send} kind="submit">
            {t.question.send}
          </AnswerButton>
        )}
      </div>
    </form>
  );
}

/** The only field of a question for a text. */
const answerName = "answer";

function ChoiceButton(props: {
  askKey: number;
  choice: string;
  live: boolean;
  about: string;
}) {
  const { choice, ...common } = props;
  const answer = useMemo(() => ({ choice }), [choice]);
  return (
    <AnswerButton {...common} answer={answer}>
      <bdi>{choice}</bdi>
    </AnswerButton>
  );
}

function FieldRow(props: { field: Field }) {
  const { field } = props;
  const id = useId();
  if (field.type === "yes_no") {
    return (
      <label class="check">
        <input type="checkbox" name={field.name} />
        <span dir="auto">{field.label}</span>
      </label>
    );
  }
  return (
    <div class="blank">
      <label for={id} dir="auto">
        {field.label}
      </label>
      <FieldInput id={id} field={field} />
    </div>
  );
}

function FieldInput(props: { id: string; field: Field }) {
  const { id, field } = props;
  const common = { id, name: field.name, required: field.optional !== true };
  if (field.type === "choice" && field.choices !== undefined) {
    return (
      <select {...common}>
        <option value="" />
        {[...new Set(field.choices)].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  return field.type === "number" ? (
    <input {...common} type="number" step="any" inputMode="decimal" />
  ) : (
    <input
      {...common}
      type="text"
      maxLength={mostText}
      autocomplete="off"
      dir="auto"
    />
  );
}

function textIn(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

/** What was filled in; an optional field that was left empty is not there. */
function valuesIn(form: HTMLFormElement, fields: readonly Field[]): Values {
  const values = new Map<string, string | number | boolean>();
  for (const { name, type } of fields) {
    const text = textIn(form, name);
    if (type === "yes_no") values.set(name, text !== "");
    else if (text !== "") {
      values.set(name, type === "number" ? Number(text) : text);
    }
  }
  return Object.fromEntries(values);
}
