/**
 * farhand/testing: a scripted model behind a fake server, for Vitest and
 * Playwright. See docs/embedding.md, "Testing".
 */

export { says, calls } from "./script.ts";
export type { Answer, ModelRequest, Part, Step, Told } from "./script.ts";
export { fakeServer } from "./server.ts";
export type { FakeServer, FakeServerConfig, Turn } from "./server.ts";
export type { Contract } from "./contract.ts";
export type { RoutablePage, RoutedSocket } from "./route.ts";
