import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServingThree, serveThree } from "../support/serve-three.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Messages per minute of one address; small, so that a lease is one message and the count is exact. */
const RATE = 12;

const cleanup = new AsyncDisposableStack();
let serving: ServingThree;
beforeAll(async () => {
  const env = { CLEW_RATE_PER_MINUTE: String(RATE), CLEW_TRUSTED_PROXIES: "127.0.0.1" };
  serving = cleanup.use(await serveThree({ home: cleanup.use(temporaryFolder()).path, env }));
});
afterAll(() => cleanup.disposeAsync());

async function statusesOf(count: number, forwardedFor: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const url = new URL("/api/sessions", serving.address);
    statuses.push((await fetch(url, { headers: { "x-forwarded-for": forwardedFor } })).status);
  }
  return statuses;
}

it("[SO6] a rate limit applies to three servers together, and to each address that a trusted proxy forwards", async () => {
  const isRefused = (status: number) => status === 429;
  for (const address of ["192.0.2.1", "192.0.2.2"]) {
    const statuses = await statusesOf(RATE + 6, address);
    expect(statuses.slice(0, RATE).some(isRefused)).toBe(false);
    // A token may have been added in the meantime.
    expect(statuses.filter(isRefused).length).toBeGreaterThanOrEqual(4);
  }
  expect(await statusesOf(1, "203.0.113.9, 192.0.2.1")).toEqual([429]);
});
