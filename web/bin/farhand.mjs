#!/usr/bin/env node
// `npx farhand` in this repository, once it is built.
import "../npm/farhand.mjs";
