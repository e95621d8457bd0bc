/**
 * /embed/v1.js: a classic script for any site. Its server is where it came
 * from. It defines <farhand-chat>; with options of its own (data-title and so
 * on) it also makes one, beside the body, where nothing that replaces the body
 * takes it away.
 */

import { run } from "./script.ts";
import type { Rest } from "./talk.ts";

/** The file of the rest, below the loader's own folder; the build knows its name. */
declare const FARHAND_REST: string;

run((here) => import(new URL(FARHAND_REST, here).href) as Promise<Rest>);
