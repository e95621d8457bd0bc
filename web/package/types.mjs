// Declarations for the npm package: the compiler writes those of all that it
// reads, and what the entries lead to is taken over.
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** `entries`: name to source, relative to `root`. Writes <name>.d.ts and types/ into `out`. */
export async function writeTypes(root, out, entries) {
  const all = path.join(root, "node_modules/.farhand/types");
  await rm(all, { recursive: true, force: true });
  const tsc = path.join(root, "../node_modules/.bin/tsc");
  const project = path.join(root, "package/tsconfig.json");
  await promisify(execFile)(tsc, ["-p", project, "--outDir", all]).catch(
    ({ stdout }) => {
      throw new Error(`types of the package:\n${stdout}`);
    },
  );
  await mkdir(path.join(out, "types"), { recursive: true });
  for (const [name, source] of Object.entries(entries)) {
    const module = JSON.stringify(`./types/${source.replace(/\.ts$/, ".js")}`);
    await writeFile(
      path.join(out, `${name}.d.ts`),
      `export * from ${module};\n`,
    );
  }
  const todo = Object.values(entries);
  for (const source of todo) {
    const name = source.replace(/\.tsx?$/, ".d.ts");
    const target = path.join(out, "types", name);
    await mkdir(path.dirname(target), { recursive: true });
    const text = await readFile(path.join(all, name), "utf8");
    const imported = /(?<=(?:from |import\()")(\.[^"]+)(\.tsx?)(?=")/g;
    const linked = text.replace(imported, (_, file, extension) => {
      const next = path.posix.join(
        path.posix.dirname(source),
        file + extension,
      );
      if (!todo.includes(next)) todo.push(next);
      return `${file}.js`;
    });
    await writeFile(target, linked);
  }
}
