/** The states in which the page is looked at, one file for each room. */

import { calls } from "./scenes/calls.ts";
import { connection } from "./scenes/connection.ts";
import { inspector } from "./scenes/inspector.ts";
import { markdown } from "./scenes/markdown.ts";
import type { Scenes } from "./scenes/scene.ts";
import { sequence } from "./scenes/sequence.ts";
import { settings } from "./scenes/settings.ts";
import { talk } from "./scenes/talk.ts";
import { thousand } from "./scenes/thousand.ts";

/** One scene by name, each of them to be looked at in every way. */
export const scenes: Scenes = {
  ...talk,
  ...markdown,
  ...calls,
  ...connection,
  ...settings,
  ...sequence,
  ...inspector,
};

/** Scenes that are measured, not looked at. */
export const heavy: Scenes = thousand;
