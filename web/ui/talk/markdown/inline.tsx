/** Words with emphasis, code and links. */

import type { MarkedToken, Tokens } from "marked";
import type { VNode } from "preact";
import { deepest } from "./bounds.ts";
import { decode } from "./entities.ts";
import { type SafeLink, safeLink, saysPlace } from "./links.ts";
import { hrefOf, words } from "./plain.ts";

/** A run of words. */
export function Words(props: { tokens: readonly unknown[]; depth: number }) {
  return (
    <>
      {(props.tokens as MarkedToken[]).map((token) => run(token, props.depth))}
    </>
  );
}

function run(token: MarkedToken, depth: number): VNode | string {
  if (depth > deepest) return token.raw;
  const inside = (tokens: readonly unknown[]) => (
    <Words tokens={tokens} depth={depth + 1} />
  );
  switch (token.type) {
    case "strong":
      return <strong>{inside(token.tokens)}</strong>;
    case "em":
      return <em>{inside(token.tokens)}</em>;
    case "del":
      return <del>{inside(token.tokens)}</del>;
    case "br":
      return <br />;
    case "codespan":
      return <code dir="auto">{token.text}</code>;
    case "link":
      return <Link token={token} depth={depth} />;
    case "image":
      return <Picture token={token} />;
    case "escape":
    case "html":
      return token.text;
    default:
      if ("tokens" in token && token.tokens !== undefined) {
        return inside(token.tokens);
      }
      return "text" in token ? decode(token.text) : token.raw;
  }
}

function Link(props: { token: Tokens.Link; depth: number }) {
  const { token } = props;
  const link = safeLink(hrefOf(token));
  const content = <Words tokens={token.tokens} depth={props.depth + 1} />;
  if (link === undefined) return <bdi>{content}</bdi>;
  const said = saysPlace(words(token.tokens), link.place);
  return (
    <Anchor link={link} place={!said}>
      {content}
    </Anchor>
  );
}

/** A picture is never fetched: it is a link to where it is. */
function Picture(props: { token: Tokens.Image }) {
  const link = safeLink(decode(props.token.href));
  const alt = decode(props.token.text);
  if (link === undefined) return <bdi>{alt}</bdi>;
  return (
    <Anchor link={link} place>
      {alt}
    </Anchor>
  );
}

/** Words and place are apart, so that neither can turn the other around. */
function Anchor(props: {
  link: SafeLink;
  place: boolean;
  children: preact.ComponentChildren;
}) {
  const { href, place } = props.link;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{props.children}</bdi>
      {props.place && (
        <>
          {" "}
          <bdi class="host" dir="ltr">
            ({place})
          </bdi>
        </>
      )}
    </a>
  );
}
