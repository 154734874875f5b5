import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";

/** The same text imports that the bundler has. */
export const textImports: Plugin = {
  name: "text-imports",
  enforce: "pre",
  load(id) {
    if (/\.(sql|md|txt)$/.test(id)) return `export default ${JSON.stringify(readFileSync(id, "utf8"))};`;
  },
};

export default defineConfig({
  plugins: [textImports],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["test/conformance/**", "node_modules/**"],
    globalSetup: "test/support/build.ts",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
