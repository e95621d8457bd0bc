import { expect, test } from "vitest";
import { probe } from "./probe.ts";

function server(statuses: { readonly [path: string]: number }) {
  return async (path: string) => ({ status: statuses[path] ?? 404 });
}

test.each([
  ["all sessions are in use", { "/ws": 503, "/readyz": 200 }, "full"],
  ["it shuts down", { "/ws": 503, "/readyz": 503 }, "draining"],
  ["another name is asked for", { "/ws": 403 }, "host"],
  ["only the socket fails", { "/ws": 426 }, "proxy"],
  ["a server of others answers", {}, undefined],
  ["a proxy has lost its server", { "/ws": 502 }, undefined],
])("a plain request tells that %s", async (_, statuses, refusal) => {
  expect(await probe(server(statuses))).toBe(refusal);
});

test("nobody answers", async () => {
  const nobody = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await probe(nobody)).toBe("unreachable");
});
