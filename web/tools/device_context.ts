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
  const facts: { [F in Fact]: Context[F] | undefined } = {
    battery: await known(battery),
    network: await known(network),
    screen: await known(screenSize),
    locale: await known(() => navigator.language || undefined),
    timeZone: await known(timeZone),
  };
  const told: Omit<Context, "unavailable"> = defined(facts);
  const all = Object.keys(facts) as Fact[];
  return { ...told, unavailable: all.filter((fact) => !(fact in told)) };
};

/** A fact, or undefined if the browser has no such fact or refuses it. */
async function known<T>(
  read: () => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** The same without fields that are undefined. */
function defined<T extends object>(
  fields: T,
): { [F in keyof T]?: Exclude<T[F], undefined> } {
  const entries = Object.entries(fields).filter(([, v]) => v !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof defined<T>>;
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
    ...defined({
      effectiveType,
      downlinkMbps: downlink,
      roundTripMs: rtt,
      saveData,
    }),
  };
}

function screenSize(): Context["screen"] | undefined {
  const { width, height } = screen;
  return { width, height, pixelRatio: devicePixelRatio };
}

function timeZone(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
