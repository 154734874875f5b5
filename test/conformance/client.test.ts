import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleClient, type ClientProgram } from "./client-program.ts";
import { type Revision, requiredScenarios, revisions, runClientSuite } from "./suite.ts";

/** The checks that the host's client is known to fail, by revision and scenario, each with its reason. */
type Baseline = Readonly<
  Record<Revision, Record<string, { readonly reason: string; readonly checks: string[] }>>
>;

const baseline: Baseline = JSON.parse(
  readFileSync(new URL("./client-baseline.json", import.meta.url), "utf8"),
);

let program: ClientProgram;
beforeAll(async () => {
  program = await bundleClient();
});
afterAll(() => program?.[Symbol.asyncDispose]());

test.each(revisions)("[HC5] passes every scenario that %s requires of a client", async (revision) => {
  const required = await requiredScenarios(revision, "Client");
  const run = await runClientSuite(program.path, revision);
  console.info(`Required of a client by ${revision}: ${required.length} scenarios${run.summary}`);
  expect(required.length).toBeGreaterThan(0);
  expect(required.filter((scenario) => run.failed[scenario]?.length !== 0)).toEqual([]);
  const expected = Object.entries(baseline[revision]).map(([scenario, { checks }]) => [scenario, checks]);
  const failed = Object.entries(run.failed).filter(([, checks]) => checks.length > 0);
  expect(Object.fromEntries(failed)).toEqual(Object.fromEntries(expected));
  expect(Object.entries(run.warned).filter(([, checks]) => checks.length > 0)).toEqual([]);
  expect(run.exitCode).toBe(0);
});

test.each(revisions)("[HC5] every exception of %s is an extension, and has a reason", async (revision) => {
  const required = await requiredScenarios(revision, "Client");
  for (const [scenario, { reason }] of Object.entries(baseline[revision])) {
    expect(required).not.toContain(scenario);
    expect(reason).toMatch(/\w+ \w+/);
  }
});
