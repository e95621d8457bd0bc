/** English in full, for tests and for generated documents. */

import { en } from "./en.ts";
import { later } from "./later/en.ts";
import { addLater, createTexts, type Texts } from "./texts.ts";

export const english: Texts = addLater(createTexts(en), later);
