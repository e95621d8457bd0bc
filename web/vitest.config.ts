import { defineConfig } from "vitest/config";

// Tests that need a DOM say so in their first line:
// `@vitest-environment happy-dom`.
export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    environment: "node",
    testTimeout: 20_000, // slow machines; nothing waits for real time
  },
});
