export default { test: { include: ["src/**/*.test.ts"] } };
