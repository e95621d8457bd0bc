import type { Tools } from "../gen/tools.ts";
import type { BodyOf } from "./body.ts";

type Context = Tools["device_context"]["result"];
type Fact = Context["unavailable"][number];

/** The APIs that not every browser has; types of the DOM library leave them out. */
type Device = Navigator & {
  getBattery?: () => Promise<{ level: number; charging: boolean }>;
  connection?: {
    effectiveType?: string;
    downlink?: number;
    rtt?: number;
    saveData?: boolean;
  };
};

/** A browser that is silent about its battery for this long does not tell. */
const batteryMs = 2_000;

/** Every fact that this browser tells; the others are listed, never guessed. */
export const deviceContext: BodyOf<"device_context"> = async () => {
  const facts: Omit<Context, "unavailable"> = {
    ...(await known("battery", battery)),
    ...(await known("network", network)),
    ...(await known("screen", screenSize)),
    ...(await known("locale", () => navigator.language)),
    ...(await known("timeZone", timeZone)),
  };
  const all: Fact[] = ["battery", "network", "screen", "locale", "timeZone"];
  return { ...facts, unavailable: all.filter((fact) => !(fact in facts)) };
};

/** `{name: fact}`, or nothing if the browser has no such fact or refuses it. */
async function known<N extends Fact>(
  name: N,
  read: () => Context[N] | undefined | Promise<Context[N] | undefined>,
): Promise<Pick<Context, N> | Record<string, never>> {
  try {
    const fact = await read();
    if (fact === undefined || fact === "") return {};
    return { [name]: fact } as Pick<Context, N>;
  } catch {
    return {};
  }
}

async function battery(): Promise<Context["battery"] | undefined> {
  const { getBattery } = navigator as Device;
  if (getBattery === undefined) return undefined;
  const silent = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), batteryMs);
  });
  const state = await Promise.race([getBattery.call(navigator), silent]);
  if (state === undefined) return undefined;
  return { level: state.level, charging: state.charging };
}

function network(): Context["network"] | undefined {
  if (typeof navigator.onLine !== "boolean") return undefined;
  const { effectiveType, downlink, rtt, saveData } =
    (navigator as Device).connection ?? {};
  return {
    online: navigator.onLine,
    ...(effectiveType !== undefined && { effectiveType }),
    ...(downlink !== undefined && { downlinkMbps: downlink }),
    ...(rtt !== undefined && { roundTripMs: rtt }),
    ...(saveData !== undefined && { saveData }),
  };
}

function screenSize(): Context["screen"] | undefined {
  if (typeof screen === "undefined") return undefined;
  const { width, height } = screen;
  return { width, height, pixelRatio: devicePixelRatio };
}

function timeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
