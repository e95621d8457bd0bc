/** The snippets of docs/embedding.md by section. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "../harness/paths.ts";

const guide = readFileSync(path.join(repository, "docs/embedding.md"), "utf8");

/** The blocks of a section in a language. */
export function snippets(title: string, language: string): string[] {
  const [, section = ""] = guide.split(`\n## ${title}\n`);
  const [text = ""] = section.split("\n## ");
  const blocks = text.matchAll(/```(\w+)\n([^]*?)```/g);
  return [...blocks].flatMap(([, name, code = ""]) =>
    name === language ? [code] : [],
  );
}

/** The name of its file, which its first line is a comment of. */
export function fileOf(code: string): string {
  const [, name] = /^\/\/ (\S+)\n/.exec(code) ?? [];
  if (name === undefined) throw new Error(`a snippet without a name:\n${code}`);
  return name;
}
