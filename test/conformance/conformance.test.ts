import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct } from "./product.ts";
import { type Profile, serveFixtures } from "./serve.ts";
import { type Revision, requiredScenarios, revisions, runSuite } from "./suite.ts";

/** The checks that the product is known to fail, by revision and scenario, each with its reason. */
type Baseline = Readonly<
  Record<Revision, Record<string, { readonly reason: string; readonly checks: string[] }>>
>;

const baseline: Baseline = JSON.parse(readFileSync(new URL("./baseline.json", import.meta.url), "utf8"));

describe("our HTTP stack with the fixtures of the suite", () => {
  let profile: Profile | undefined;
  beforeAll(async () => {
    profile = await serveFixtures();
  });
  afterAll(() => profile?.stop());

  test.each(revisions)("[P20] passes every scenario that %s requires of a server", async (revision) => {
    const required = await requiredScenarios(revision);
    const run = await runSuite(profile!.url, revision);
    console.info(`Required by ${revision}: ${required.length} scenarios${run.summary}`);
    expect(required.length).toBeGreaterThan(0);
    expect(required.filter((scenario) => run.failed[scenario]?.length !== 0)).toEqual([]);
    // The suite only recommends resuming a stream and announcing changes; here they are required.
    expect(Object.entries(run.warned).filter(([, checks]) => checks.length > 0)).toEqual([]);
    expect(run.exitCode).toBe(0);
  });
});

describe("the product itself", () => {
  let profile: Profile | undefined;
  beforeAll(async () => {
    profile = await startProduct();
  });
  afterAll(() => profile?.stop());

  test.each(revisions)("[P21] fails no scenario of %s but those that need a fixture", async (revision) => {
    const run = await runSuite(profile!.url, revision);
    console.info(`The product at ${revision}${run.summary}`);
    const expected = Object.entries(baseline[revision]).map(([scenario, { checks }]) => [scenario, checks]);
    const failed = Object.entries(run.failed).filter(([, checks]) => checks.length > 0);
    expect(Object.fromEntries(failed)).toEqual(Object.fromEntries(expected));
  });
});

test.each(revisions)("[P21] every exception of %s has a reason", (revision) => {
  for (const { reason } of Object.values(baseline[revision])) expect(reason).toMatch(/\w+ \w+/);
});
