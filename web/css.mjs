// A plugin of esbuild that takes out of the style sheets what only people read.
import { readFile } from "node:fs/promises";

/** For modules in a folder `styles`, and for the two of embed. Nothing but space and comments goes. */
export const smallCSS = {
  name: "small CSS",
  setup({ onLoad }) {
    const sheets = /[\\/](styles[\\/]\w+|embed[\\/](styles|placing))\.ts$/;
    onLoad({ filter: sheets }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(
        /(?<=\bcss`)[^`]*(?=`)/g,
        small,
      ),
      loader: "ts",
    }));
  },
};

function small(css) {
  return css
    .replace(/\/\*[^]*?\*\//g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([{};,>]) ?/g, "$1")
    .replace(/="([a-z]+)"]/g, "=$1]")
    .replace(/([\w-]): /g, "$1:")
    .replace(/;}/g, "}")
    .replace(/ !/g, "!")
    .replace(/\b0\./g, ".")
    .trim();
}
