import { expect, test } from "vitest";
import { whereAmI } from "./browser.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)";
const android = "Mozilla/5.0 (Linux; Android 10; K)";

test.each([
  [
    `${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    "chromeDesktop",
    "windows",
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    "chromeDesktop",
    "other",
  ],
  [
    `${mac} ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "edgeDesktop",
    "mac",
  ],
  [
    `${windows} ${webkit} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`,
    "operaDesktop",
    "windows",
  ],
  [
    `${android} ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "chromeAndroid",
    "android",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
    "firefoxDesktop",
    "other",
  ],
  [
    "Mozilla/5.0 (Android 14; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0",
    "firefoxAndroid",
    "android",
  ],
  [`${mac} ${safari} Version/18.5 Safari/605.1.15`, "safariMac", "mac"],
  [
    `${phone} ${safari} Version/18.5 Mobile/15E148 Safari/604.1`,
    "safariIOS",
    "ios",
  ],
  [
    `${phone} ${safari} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    "otherIOS",
    "ios",
  ],
  [
    `${phone} ${safari} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
    "otherIOS",
    "ios",
  ],
  ["Lynx/2.9", "other", "other"],
])("H33 %s", (userAgent, browser, system) => {
  expect(whereAmI({ userAgent })).toEqual({ browser, system });
});

test("H33 an iPad that calls itself a Mac is told by its touch screen", () => {
  const userAgent = `${mac} ${safari} Version/18.5 Safari/605.1.15`;
  expect(whereAmI({ userAgent, maxTouchPoints: 5 })).toEqual({
    browser: "safariIOS",
    system: "ios",
  });
});

test("H33 brands tell where the user agent was cut down", () => {
  expect(
    whereAmI({
      userAgent: `${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36`,
      userAgentData: {
        brands: [{ brand: "Chromium" }, { brand: "Microsoft Edge" }],
        mobile: false,
        platform: "Windows",
      },
    }),
  ).toEqual({ browser: "edgeDesktop", system: "windows" });
});
