/** Which fonts of the machine a page uses: those make pictures differ. */

import type { CDPSession, Page } from "playwright-core";

type Node = Awaited<ReturnType<typeof documentOf>>;

async function documentOf(session: CDPSession) {
  const { root } = await session.send("DOM.getDocument", {
    depth: -1,
    pierce: true,
  });
  return root;
}

/** The families of text that no font of the page could draw. */
export async function foreignFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const used = await Promise.all(
    withText(await documentOf(session)).map((nodeId) =>
      session.send("CSS.getPlatformFontsForNode", { nodeId }),
    ),
  );
  await session.detach();
  const foreign = used
    .flatMap(({ fonts }) => fonts)
    .filter((font) => !font.isCustomFont);
  return [...new Set(foreign.map((font) => font.familyName))];
}

/** The elements that have text of their own, shadow trees included. */
function withText(node: Node): number[] {
  const { children = [], shadowRoots = [] } = node;
  const own = children.some((child) => child.nodeType === 3);
  const inner = [...children, ...shadowRoots].flatMap(withText);
  return own && node.nodeType === 1 ? [node.nodeId, ...inner] : inner;
}
