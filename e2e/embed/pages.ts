/** A colourful page of somebody else that does everything to an element that CSS can do. */

/** What a page is made of. */
export type PageOptions = {
  /** Where the element comes from. */
  readonly server: string;
  /** Markup of the element; default: one without attributes. */
  readonly element?: string;
  readonly direction?: "rtl";
  readonly lang?: string;
  /** Before the body ends. */
  readonly script?: string;
};

/** The HTML of the page. */
export function shop({
  server,
  element = "<farhand-chat></farhand-chat>",
  direction,
  lang = "en",
  script = "",
}: PageOptions): string {
  return `<!doctype html>
<html lang="${lang}" dir="${direction ?? "ltr"}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Mountain shop</title>
    <style>
      html { font-size: 62.5%; }
      * { letter-spacing: 0.04em; line-height: 1.9; text-transform: uppercase; box-sizing: content-box; font-style: italic; }
      body { margin: 0; font: 1.6rem Georgia, serif; color: #3a0d2e; background: linear-gradient(120deg, #ffd9a0, #ff9ec4 45%, #9ad7ff); min-height: 160vh; }
      button, div, p, textarea { border: 3px dashed #7a0060 !important; background: #ffe600; color: #7a0060; font-family: fantasy !important; }
      header { position: sticky; top: 0; z-index: 2147483647; padding: 16px 24px; background: #46002f; color: #ffe9d2; }
      main { transform: translateZ(0); overflow: hidden; max-width: 720px; margin: 24px auto; padding: 24px; background: #fffdf7cc; border-radius: 20px; }
    </style>
    <script src="${server}/embed/v1.js" async></script>
  </head>
  <body>
    <header><h1>Mountain shop</h1></header>
    <main>
      <h2>Boots for high places</h2>
      <p>Made by hand. Waterproof up to the knee.</p>
      ${element}
    </main>
    ${script}
  </body>
</html>`;
}
