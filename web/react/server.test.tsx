/** @jsxImportSource react */

import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import {
  FarhandProvider,
  useContextData,
  useFarhand,
  useTool,
} from "./index.ts";

test("rendering on a server needs no window and opens nothing", () => {
  function Chat() {
    const { status, turns, client, send } = useFarhand();
    useTool("echo", { run: () => 1 });
    useContextData({ page: "shop" });
    return (
      <p>
        {status.status} {turns.length} {String(client)}{" "}
        {JSON.stringify(send("hi"))}
      </p>
    );
  }
  expect(typeof window).toBe("undefined");
  const html = renderToString(
    <FarhandProvider url="ws://test/ws">
      <Chat />
    </FarhandProvider>,
  );
  expect(html.replaceAll("<!-- -->", "")).toBe(
    "<p>connecting 0 undefined {&quot;refused&quot;:&quot;not_open&quot;}</p>",
  );
});
