import type { Bodies } from "../../client/api.ts";
import type { Tools } from "../tools.ts";
import { builtins } from "../../tools/index.ts";

const { speak: _, ...rest } = builtins;

export const bodies: Bodies<Tools> = rest;
