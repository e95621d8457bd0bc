/** The blocks of an answer: paragraphs, headings, lists, tables, code. */

import type { MarkedToken, Tokens } from "marked";
import type { VNode } from "preact";
import { memo } from "../../parts/memo.ts";
import { useTexts } from "../../parts/texts.ts";
import { Icon } from "../../parts/icons-later.tsx";
import { CopyButton } from "../../parts/copy.tsx";
import { deepest } from "./bounds.ts";
import { Words } from "./inline.tsx";
import { words } from "./plain.ts";

type Dir = "auto" | undefined;

/** One block, rendered again only when its token is another. `level` of a heading, see headings.ts. */
export const BlockView = memo(function BlockView(props: {
  token: MarkedToken;
  level: number;
}) {
  const { token, level } = props;
  return token.type === "heading" ? (
    <Heading token={token} level={level} dir="auto" />
  ) : (
    block(token, 0)
  );
});

function Blocks(props: { tokens: readonly unknown[]; depth: number }) {
  return (
    <>
      {(props.tokens as MarkedToken[]).map((token, at) => (
        <Nested key={at} token={token} depth={props.depth + 1} />
      ))}
    </>
  );
}

function Nested(props: { token: MarkedToken; depth: number }) {
  return block(props.token, props.depth);
}

/** The outermost block finds its direction; an attribute inside would hide the words from it. */
function block(token: MarkedToken, depth: number): VNode | null {
  const dir = depth === 0 ? "auto" : undefined;
  if (depth > deepest) return <p>{token.raw}</p>;
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox": // stands with its item
      return null;
    case "hr":
      return <hr />;
    case "heading":
      return <Heading token={token} level={3} dir={dir} />;
    case "code":
      return <Code token={token} />;
    case "blockquote":
      return (
        <blockquote dir={dir}>
          <Blocks tokens={token.tokens} depth={depth} />
        </blockquote>
      );
    case "list":
      return <List token={token} depth={depth} />;
    case "table":
      return <Table token={token} dir={dir} />;
    case "html":
      return <p dir={dir}>{token.text.trim()}</p>;
    case "text": // of an item without blank lines
      return (
        <span class="item">
          <Words tokens={token.tokens ?? [token]} depth={depth} />
        </span>
      );
    default:
      return (
        <p dir={dir}>
          <Words
            tokens={"tokens" in token ? (token.tokens ?? [token]) : [token]}
            depth={depth}
          />
        </p>
      );
  }
}

function Heading(props: { token: Tokens.Heading; level: number; dir: Dir }) {
  const Tag = `h${props.level}` as "h3";
  return (
    <Tag dir={props.dir}>
      <Words tokens={props.token.tokens} depth={0} />
    </Tag>
  );
}

function List(props: { token: Tokens.List; depth: number }) {
  const { ordered, start, items } = props.token;
  const list = items.map((item, at) => (
    <Item key={at} item={item} depth={props.depth} />
  ));
  const dir = props.depth === 0 ? "auto" : undefined;
  return ordered ? (
    <ol dir={dir} start={Number(start)}>
      {list}
    </ol>
  ) : (
    <ul dir={dir}>{list}</ul>
  );
}

const Item = memo(function Item(props: {
  item: Tokens.ListItem;
  depth: number;
}) {
  const t = useTexts();
  const { item } = props;
  return (
    <li class={item.task ? "task" : ""}>
      {item.task && (
        <span
          class="box"
          role="img"
          aria-label={item.checked === true ? t.answer.ticked : t.answer.open}
        >
          <Icon name={item.checked === true ? "ticked" : "box"} />
        </span>
      )}
      <Blocks tokens={item.tokens} depth={props.depth} />
    </li>
  );
});

function Table(props: { token: Tokens.Table; dir: Dir }) {
  const t = useTexts();
  const { header, rows } = props.token;
  const name = header.map((cell) => words(cell.tokens)).join(", ");
  return (
    <div
      class="table"
      dir={props.dir}
      role="region"
      aria-label={t.answer.table(name.slice(0, 80))}
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            {header.map((cell, at) => (
              <th key={at} scope="col" class={cell.align ?? ""}>
                <Words tokens={cell.tokens} depth={0} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={column} class={cell.align ?? ""}>
                  <Words tokens={cell.tokens} depth={0} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Code(props: { token: Tokens.Code }) {
  const t = useTexts();
  const { text, lang } = props.token;
  const language = /^[\w+#.-]{1,24}/.exec(lang ?? "")?.[0] ?? "";
  return (
    <div class="code" dir="ltr">
      <div class="bar">
        <span class="language">
          {language === "" ? t.answer.code : language}
        </span>
        <CopyButton name={t.answer.copyCode} text={() => text} />
      </div>
      <pre tabIndex={0} role="group" aria-label={t.answer.codeIn(language)}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
