/**
 * /embed/v<version>.full.js: the same as loader.ts with the rest in one file,
 * so that an integrity attribute covers all that runs.
 */

import * as rest from "./rest.ts";
import { run } from "./script.ts";

run(() => Promise.resolve(rest));
