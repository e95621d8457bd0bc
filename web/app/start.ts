/**
 * Runs before the first picture of the page, so that nobody who has chosen
 * dark sees a flash of light. Everything else waits for app.ts.
 */

import { createPreferences } from "../ui/settings/preferences.ts";
import { showTheme } from "./theme.ts";

showTheme(createPreferences().get().theme);
