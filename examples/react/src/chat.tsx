import { type Part, type Question, type Turn, useFarhand } from "farhand/react";
import { type SyntheticEvent, useState } from "react";

/** The conversation, drawn by this page. */
export function Chat() {
  const { status, turns, questions, busy, send, stop } = useFarhand();
  const [words, setWords] = useState("");
  const here = status.status === "open";

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if ("id" in send(words)) setWords("");
  };

  return (
    <aside aria-label="Shop help">
      <header>
        <h2>Shop help</h2>
        <span className={here ? "here" : undefined}>
          {here ? "here for you" : "connecting…"}
        </span>
      </header>
      <div role="log">
        {turns.length === 0 && (
          <p className="quiet">What are you looking for?</p>
        )}
        {turns.map((turn) => (
          <Said key={turn.id} turn={turn} />
        ))}
        {questions.map((question) => (
          <Asked key={question.call.id} question={question} />
        ))}
      </div>
      <form onSubmit={submit}>
        <input
          aria-label="Message"
          placeholder="Two pairs, please"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {busy ? (
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button disabled={!here}>Send</button>
        )}
      </form>
    </aside>
  );
}

function Said({ turn: { text, parts, end } }: { turn: Turn }) {
  const trouble = end?.error?.message ?? end?.message;
  return (
    <>
      <p className="mine">{text}</p>
      {parts.map((part, at) => (
        <Piece key={at} part={part} />
      ))}
      {trouble !== undefined && <p role="alert">{trouble}</p>}
    </>
  );
}

function Piece({ part }: { part: Part }) {
  const { hello } = useFarhand();
  if (part.kind === "text") return <p>{part.text}</p>;
  if (part.kind !== "call") return null;
  const tool = hello?.tools.find(({ name }) => name === part.name);
  return (
    <p className="quiet">
      {tool?.title ?? part.name}: {part.state.replace("_", " ")}
    </p>
  );
}

/** A script must not answer for the person: only real clicks count. */
function Asked({ question }: { question: Question }) {
  if (question.kind !== "approve") return null;
  return (
    <div role="group" aria-label="A question">
      <p>{question.reason}?</p>
      <button
        type="button"
        onClick={({ isTrusted }) => isTrusted && question.answer("once")}
      >
        Allow
      </button>
      <button type="button" onClick={() => question.answer("deny")}>
        No
      </button>
    </div>
  );
}
