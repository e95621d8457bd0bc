import type { Body } from "../client/api.ts";
import type { Tools } from "../gen/tools.ts";

/** The body of a built-in tool, typed by the contract. */
export type BodyOf<N extends keyof Tools> = Body<
  Tools[N]["args"],
  Tools[N]["result"]
>;
