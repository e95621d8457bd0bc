import { ToolError } from "../client/error.ts";
import { permissionState } from "./availability.ts";
import type { BodyOf } from "./body.ts";
import { needs } from "./needs.ts";
import { writeEntry } from "./store.ts";

/** Where the last fix is kept, for memory_get. */
const key = "user_location";

/**
 * The position behind the browser's own prompt. Waiting for that prompt counts
 * as waiting for the user, so that one which nobody answers ends with the human
 * limit. Once the permission is granted, a silent device ends with the tool's.
 */
export const geolocationGet: BodyOf<"geolocation_get"> = {
  available: needs.geolocation_get,
  async run({ save = true }, { signal, awaitUser, saved, subject }) {
    const permission = await permissionState("geolocation");
    if (permission === "denied") throw refused("blocked");
    signal.throwIfAborted();
    const fix = locate();
    const { coords, timestamp } = await (permission === "granted"
      ? fix
      : awaitUser(fix));
    signal.throwIfAborted();
    const { latitude, longitude, accuracy } = coords;
    const position = { latitude, longitude, accuracy };
    if (save && (await keep(position, timestamp, subject))) saved(key);
    return position;
  },
};

/**
 * Whether it is saved. A position that cannot be is still the answer: the
 * reason is on the console, and memory_get tells the model that nothing is
 * stored.
 */
async function keep(
  position: object,
  timestamp: number,
  subject: string,
): Promise<boolean> {
  try {
    // Extensions that stand in for the API leave the time out.
    const at = new Date(timestamp ?? Date.now()).toISOString();
    await writeEntry(key, { ...position, at }, subject);
    return true;
  } catch (error) {
    console.warn("farhand: location not saved", error);
    return false;
  }
}

/** Coarse is enough, and a fix of the last minute is as good as a new one. */
function locate(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      resolve,
      async (error) => reject(await refusal(error)),
      { enableHighAccuracy: false, maximumAge: 60_000 },
    );
  });
}

/** The codes of GeolocationPositionError (https://www.w3.org/TR/geolocation/). */
async function refusal(error: GeolocationPositionError): Promise<ToolError> {
  switch (error.code) {
    case 1:
      return refused(
        causeIn(error.message) ?? causes[await permissionState("geolocation")],
      );
    case 3:
      return new ToolError("timeout", "the device found no position in time");
    default:
      return new ToolError(
        "failed",
        "the device found no position now; ask the user for a place instead",
        "unavailable",
      );
  }
}

/** Whose no it was. */
type Cause = "blocked" | "dismissed" | "system" | "policy";

/**
 * Most refusals say the same whoever refused; then the permission tells.
 * Granted and refused all the same: that was the system. Still to be asked for:
 * nobody has answered. Unknown: taken for the common case.
 */
const causes = {
  denied: "blocked",
  unknown: "blocked",
  prompt: "dismissed",
  granted: "system",
} as const;

/**
 * Some refusals tell by their words: Chromium's "User has not allowed access to
 * system location." (services/device/geolocation/geolocation_provider_impl.h)
 * and "... by permissions policy." (blink/renderer/modules/geolocation), and
 * WebKit's "Origin does not have permission ..." (Modules/geolocation/
 * Geolocation.cpp), which in a secure context is the policy as well. Firefox
 * has the same words for all (dom/geolocation/GeolocationPositionError.cpp).
 */
function causeIn(words: string): Cause | undefined {
  if (/system/.test(words)) return "system";
  return /policy|^Origin/.test(words) ? "policy" : undefined;
}

function refused(why: Cause): ToolError {
  return new ToolError("permission_denied", advice[why], why);
}

/** For the model, before what it reads of every permission_denied. */
const advice: { readonly [C in Cause]: string } = {
  blocked: "the user blocks the location for this site",
  dismissed:
    "the user closed the prompt without an answer; it comes again if they ask again",
  system:
    "the system keeps the location from the browser; the user must allow it there, not in the site settings",
  policy: "a policy of this page forbids the location",
};
