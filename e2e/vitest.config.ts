import { defineConfig } from "vitest/config";

// One browser at a time: the tests measure what a person sees, and two
// Chromiums on a small machine make each other slow. Tests that mostly wait say
// `concurrent`, and two of them share the browser.
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    // Projects of others, which tests of ours run.
    exclude: ["**/node_modules/**", ".packed/**", "package/consumer/**"],
    fileParallelism: false,
    maxConcurrency: 2,
    globalSetup: "harness/setup.ts",
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } }, // a loaded machine is slow, not wrong
    hookTimeout: 60_000,
  },
});
