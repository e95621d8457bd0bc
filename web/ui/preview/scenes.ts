/** The states in which the page is looked at, one file for each room. */

import { calls } from "./scenes/calls.ts";
import { connection } from "./scenes/connection.ts";
import type { Scenes } from "./scenes/scene.ts";
import { settings } from "./scenes/settings.ts";
import { talk } from "./scenes/talk.ts";

/** One scene by name. */
export const scenes: Scenes = { ...talk, ...calls, ...connection, ...settings };
