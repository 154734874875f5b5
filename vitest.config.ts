import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";
import type { ProjectConfig } from "vitest/node";
import { bootProgram, isBootProgram } from "./scripts/boot-program.ts";
import { suites } from "./test/suites.ts";

/** Imports text files as the bundler does. */
export const textImports: Plugin = {
  name: "text-imports",
  enforce: "pre",
  load(id) {
    if (isBootProgram(id)) return `export default ${JSON.stringify(bootProgram(id))};`;
    if (/\.(sql|md|vec)$/.test(id)) return `export default ${JSON.stringify(readFileSync(id, "utf8"))};`;
  },
};

const options = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000 } },
  pool: "forks",
  maxWorkers: 2,
} as const;

const project = (name: keyof typeof suites, more: ProjectConfig = {}) => ({
  // The global setup below runs once, not once per project.
  extends: false as const,
  plugins: [textImports],
  test: { ...options, setupFiles: ["test/support/patience.ts"], name, ...suites[name], ...more },
});

/** `npm test` runs the projects unit and short, `npm run test:deep` the others. */
export default defineConfig({
  plugins: [textImports],
  test: {
    globalSetup: [
      "test/support/build.ts",
      "test/support/shared-postgres.ts",
      "test/support/remove-cache-folders.ts",
    ],
    projects: [
      project("unit", { isolate: false }),
      project("short"),
      project("deep", { globalSetup: ["test/support/programs-installed.ts"] }),
      // Each group waits for the one before it.
      project("timing", { maxWorkers: 1, sequence: { groupOrder: 1 } }),
      project("deployment", { env: { CLEW_TEST_DEPLOYMENT: "on" } }),
    ],
  },
});
