import { defineConfig } from "vitest/config";
import { textImports } from "../../vitest.config.ts";

export default defineConfig({
  plugins: [textImports],
  test: {
    include: ["test/conformance/**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 1,
  },
});
