/** A tool, its arguments as a form or as JSON, and the runs so far. */

import { useId, useState } from "preact/hooks";
import type { OfferedTool, WithheldTool } from "../../gen/protocol.ts";
import { useShared } from "../parts/hooks.ts";
import { useTexts } from "../parts/texts.ts";
import { type Sheet, isOver } from "./bench.ts";
import { useInspection, useLive } from "./context.ts";
import { JSONText, faultWords } from "./form/controls.tsx";
import { ObjectFields } from "./form/fields.tsx";
import { parseJSON } from "./form/json.ts";
import { isRecord, shapeOf } from "./form/schema.ts";
import { initial, toJSON, unfinished } from "./form/value.ts";
import { Runs } from "./runs.tsx";

/** The part in which a tool is run. */
export function RunPart() {
  const { hello } = useShared();
  const t = useTexts();
  const { words, bench } = useInspection();
  const { tool, runs } = useLive(bench, bench.get);
  const id = useId();
  if (hello === undefined) return <p class="quiet">{words.tools.offline}</p>;
  const all = [...hello.tools, ...hello.withheld];
  const chosen = all.find(({ name }) => name === tool) ?? all[0];
  if (chosen === undefined) return <p class="quiet">{words.tools.none}</p>;
  const option = ({ name, title }: { name: string; title: string }) => (
    <option key={name} value={name}>
      {`${t.contractWords(title)} (${name})`}
    </option>
  );
  return (
    <>
      <div class="arg">
        <label for={id} class="name">
          {words.form.tool}
        </label>
        <select
          id={id}
          value={chosen.name}
          onChange={({ currentTarget }) =>
            bench.set({ tool: currentTarget.value })
          }
        >
          {hello.tools.map(option)}
          {hello.withheld.length > 0 && (
            <optgroup label={words.form.cannotRun}>
              {hello.withheld.map(option)}
            </optgroup>
          )}
        </select>
      </div>
      <Arguments key={chosen.name} tool={chosen} />
      <Runs runs={runs} />
    </>
  );
}

function Arguments(props: { tool: OfferedTool | WithheldTool }) {
  const { hello } = useShared();
  const t = useTexts();
  const { words, bench, client, onRun } = useInspection();
  const { mode, sheets, runs } = useLive(bench, bench.get);
  const [trouble, setTrouble] = useState("");
  const id = useId();
  const { tool } = props;
  const schema = tool.inputSchema ?? { type: "object" };
  const sheet: Sheet = sheets[tool.name] ?? {
    value: initial(schema, schema) ?? {},
    text: undefined,
  };
  const shape = shapeOf(schema, schema);
  const text = sheet.text ?? toJSON(sheet.value);
  const parsed = parseJSON(text);
  const fault =
    "fault" in parsed
      ? faultWords(t, words, parsed.fault)
      : isRecord(parsed.value)
        ? ""
        : words.form.notObject;
  const current = runs[0];
  const going = current !== undefined && !isOver(current);
  const barred =
    "where" in tool && tool.where === "server" && hello?.dev !== true
      ? words.form.onlyDev
      : "";

  function write(next: Sheet): void {
    setTrouble("");
    bench.set({ sheets: { ...sheets, [tool.name]: next } });
  }

  function run(): void {
    const open = unfinished(sheet.value);
    if (fault !== "" || !isRecord(sheet.value)) return setTrouble(fault);
    if (open.length > 0) {
      return setTrouble(words.form.unfinished(open.join(", ")));
    }
    const sent = bench.run(tool.name, sheet.value);
    if ("id" in sent) {
      setTrouble("");
      onRun(sent.id);
    } else if (sent.refused !== "empty") {
      setTrouble(words.runs.refused[sent.refused]);
    }
  }

  const modes = (["form", "json"] as const).map((one) => (
    <label key={one} class={`mode ${one === mode ? "on" : ""}`}>
      <input
        type="radio"
        name={`${id}-mode`}
        checked={one === mode}
        // The form has no place for what is no JSON yet.
        disabled={one === "form" && fault !== ""}
        onChange={() => bench.set({ mode: one })}
      />
      {words.form[one]}
    </label>
  ));
  return (
    <form
      class="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <div class="modes" role="radiogroup" aria-label={words.form.mode}>
        {modes}
      </div>
      {mode === "form" && shape.kind === "object" ? (
        <>
          {shape.fields.length === 0 && (
            <p class="quiet">{words.form.noArguments}</p>
          )}
          <ObjectFields
            fields={shape.fields}
            root={schema}
            value={sheet.value}
            onChange={(value) => write({ value, text: undefined })}
          />
          {shape.open && <p class="quiet">{words.form.further}</p>}
        </>
      ) : (
        <div class="arg">
          <label for={`${id}-json`} class="name">
            {words.form.arguments}
          </label>
          <JSONText
            id={`${id}-json`}
            hints=""
            text={text}
            fault={fault}
            onText={(text) => {
              const parsed = parseJSON(text);
              const good = "value" in parsed && isRecord(parsed.value);
              write({ value: good ? parsed.value : sheet.value, text });
            }}
          />
        </div>
      )}
      {barred !== "" && <p class="note">{barred}</p>}
      <p class="wrong" role="alert">
        {trouble}
      </p>
      <div class="buttons">
        <button
          type="submit"
          class="small strong"
          disabled={going || barred !== ""}
        >
          {going ? words.form.running : words.form.run}
        </button>
        {going && (
          <button type="button" class="small" onClick={() => client.stop()}>
            {words.form.stop}
          </button>
        )}
        {sheets[tool.name] !== undefined && (
          <button
            type="button"
            class="link"
            onClick={() =>
              write({ value: initial(schema, schema) ?? {}, text: undefined })
            }
          >
            {words.form.startOver}
          </button>
        )}
      </div>
    </form>
  );
}
