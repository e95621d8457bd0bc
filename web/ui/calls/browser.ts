/**
 * Which browser on which system a page runs in, as far as it takes to say where
 * a permission is given back and where location is switched on. Pure. Nothing
 * else in the product depends on it: what a browser can do is asked of the API.
 */

/** Where a denied permission is undone; a key of `undo` in the strings. */
export type Browser =
  | "chromeDesktop"
  | "edgeDesktop"
  | "operaDesktop"
  | "chromeAndroid"
  | "firefoxDesktop"
  | "firefoxAndroid"
  | "safariMac"
  | "safariIOS"
  /** Another browser on an iPhone or iPad: the system keeps its permissions. */
  | "otherIOS"
  | "other";

/** Where location is switched on; a key of `switchOn` in the strings. */
export type System = "mac" | "windows" | "ios" | "android" | "other";

/** What a navigator tells; tests write one. */
export type NavigatorFacts = {
  readonly userAgent: string;
  readonly maxTouchPoints?: number;
  /** https://wicg.github.io/ua-client-hints/; Chromium only. */
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string }[];
    readonly mobile: boolean;
    readonly platform: string;
  };
};

/** The browser and the system of a page; `other` where they are not known. */
export function whereAmI(facts: NavigatorFacts): {
  browser: Browser;
  system: System;
} {
  const system = systemOf(facts);
  return { browser: browserOf(facts, system), system };
}

function systemOf(facts: NavigatorFacts): System {
  const { userAgent, maxTouchPoints = 0, userAgentData } = facts;
  const said = `${userAgentData?.platform ?? ""} ${userAgent}`;
  if (/iPhone|iPad|iPod/.test(said)) return "ios";
  if (/Android/.test(said)) return "android";
  // An iPad says that it is a Mac; no Mac has a touch screen.
  if (/Mac/.test(said)) return maxTouchPoints > 1 ? "ios" : "mac";
  return /Windows/.test(said) ? "windows" : "other";
}

function browserOf(facts: NavigatorFacts, system: System): Browser {
  const { userAgent, userAgentData } = facts;
  const brands = userAgentData?.brands.map(({ brand }) => brand).join() ?? "";
  const chromium = /Chrom(e|ium)/.test(brands + userAgent);
  if (system === "ios") {
    const own = /Version\/[\d.]+.*Safari\//.test(userAgent);
    return own && !/CriOS|FxiOS|EdgiOS|OPT\/|OPiOS|DuckDuckGo/.test(userAgent)
      ? "safariIOS"
      : "otherIOS";
  }
  if (/Firefox\//.test(userAgent)) {
    return system === "android" ? "firefoxAndroid" : "firefoxDesktop";
  }
  if (system === "android") return chromium ? "chromeAndroid" : "other";
  if (/Edge/.test(brands) || /Edg\//.test(userAgent)) return "edgeDesktop";
  if (/Opera/.test(brands) || /OPR\//.test(userAgent)) return "operaDesktop";
  if (chromium) return "chromeDesktop";
  return system === "mac" && /Safari\//.test(userAgent) ? "safariMac" : "other";
}
