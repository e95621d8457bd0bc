import { ToolError } from "../client/error.ts";
import { needing, permissionState } from "./availability.ts";
import type { BodyOf } from "./body.ts";
import { writeEntry } from "./store.ts";

/** Where the last fix is kept, for memory_get. */
const key = "user_location";

/**
 * The position behind the browser's own prompt. Waiting for that prompt counts
 * as waiting for the user, so that one which nobody answers ends with the human
 * limit. Once the permission is granted, a silent device ends with the tool's.
 */
export const geolocationGet: BodyOf<"geolocation_get"> = {
  available: needing({
    secure: true,
    api: () => typeof navigator.geolocation?.getCurrentPosition === "function",
    feature: "geolocation",
  }),
  async run({ save = true }, { signal, awaitUser, saved }) {
    const permission = await permissionState("geolocation");
    if (permission === "denied") throw denied();
    signal.throwIfAborted();
    const fix = locate();
    const { coords, timestamp } = await (permission === "granted"
      ? fix
      : awaitUser(fix));
    signal.throwIfAborted();
    const { latitude, longitude, accuracy } = coords;
    const position = { latitude, longitude, accuracy };
    if (save && (await keep(position, timestamp))) saved(key);
    return position;
  },
};

/**
 * Whether it is saved. A position that cannot be is still the answer: the
 * reason is on the console, and memory_get tells the model that nothing is
 * stored.
 */
async function keep(position: object, timestamp: number): Promise<boolean> {
  try {
    // Extensions that stand in for the API leave the time out.
    const at = new Date(timestamp ?? Date.now()).toISOString();
    await writeEntry(key, { ...position, at });
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
      (error) => reject(refusal(error)),
      { enableHighAccuracy: false, maximumAge: 60_000 },
    );
  });
}

/** The codes of GeolocationPositionError (https://www.w3.org/TR/geolocation/). */
function refusal(error: GeolocationPositionError): ToolError {
  switch (error.code) {
    case 1:
      return denied();
    case 3:
      return new ToolError("timeout", "the device found no position in time");
    default:
      return new ToolError(
        "failed",
        "the device could not find its position; location may be switched off in its settings",
      );
  }
}

function denied(): ToolError {
  return new ToolError(
    "permission_denied",
    "the user does not allow this page to read the location",
  );
}
