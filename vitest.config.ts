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

/** What a deployment must keep promising: these run once more, unchanged, on three servers behind a proxy. */
const deployed = [
  "test/e2e/sources-*.test.ts",
  "test/e2e/gateway.test.ts",
  "test/e2e/http-handles.test.ts",
  "test/e2e/notebook-resources.test.ts",
  "test/e2e/revisions.test.ts",
  "test/e2e/updates.test.ts",
  "test/e2e/window.test.ts",
  "test/safety/foreign-updates.test.ts",
];

export default defineConfig({
  plugins: [textImports],
  test: {
    globalSetup: ["test/support/build.ts", "test/support/leave-nothing.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests are of real processes on a machine that may be busy; the report names those that were tried again.
    retry: 1,
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/src/**/*.test.{ts,tsx}"],
          exclude: ["test/conformance/**", "test/deployment/**", "node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "deployment",
          include: ["test/deployment/**/*.test.ts", ...deployed],
          setupFiles: ["test/support/deployment-setup.ts"],
          env: { CLEW_TEST_DEPLOYMENT: "on" },
        },
      },
    ],
  },
});
