/** Test files that need seconds each are `*.deep.test.ts` when they are beside the source. */
const deepUnit = ["src/**/*.deep.test.ts"];

/** The tests of whole processes in `npm test`: each transport and protocol era, the page, the architecture. */
const short = [
  "test/architecture/**/*.test.ts",
  "test/cassettes/**/*.test.ts",
  "test/integrations/**/*.test.ts",
  "test/texts.test.ts",
  "test/notebook-safety.test.ts",
  "test/safety/threats.test.ts",
  "test/e2e/tools-*.test.ts",
  "test/web/page.test.ts",
];

/** These run twice: on one server, and unchanged on three servers behind a proxy. */
const alsoDeployed = [
  "test/e2e/tools-*.test.ts",
  "test/e2e/gateway.test.ts",
  "test/e2e/http-handles.test.ts",
  "test/e2e/notes-load.test.ts",
  "test/e2e/notebook-resources.test.ts",
  "test/e2e/revisions.test.ts",
  "test/e2e/updates.test.ts",
  "test/e2e/window.test.ts",
  "test/safety/foreign-updates.test.ts",
];

/** Tests that measure time or memory: they run one by one, after the others. */
const timing = [
  "test/responsiveness/**/*.test.ts",
  "test/safety/model-service-time.test.ts",
  "test/safety/host-schemas.test.ts",
  "test/e2e/memory-at-rest.test.ts",
  "test/torture/**/*.test.ts",
];

/** Which test files each Vitest project runs; the conformance suite has its own configuration. */
export const suites = {
  unit: { include: ["src/**/*.test.ts", "web/src/**/*.test.{ts,tsx}"], exclude: deepUnit },
  short: { include: short },
  deep: {
    include: ["test/**/*.test.ts", ...deepUnit],
    exclude: ["test/conformance/**", "test/deployment/**", ...short, ...timing],
  },
  timing: { include: timing },
  deployment: { include: ["test/deployment/**/*.test.ts", ...alsoDeployed] },
};
