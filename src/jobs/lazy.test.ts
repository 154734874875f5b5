import { expect, test } from "vitest";
import type { Jobs } from "./jobs.ts";
import { lazyJobs } from "./lazy.ts";

test("[PG50] cancel and close do not wait for a database connection, and close aborts it", async () => {
  const opening = Promise.withResolvers<AbortSignal>();
  const jobs = lazyJobs((signal) => {
    opening.resolve(signal);
    return new Promise<Jobs>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
    });
  });
  const rejected = expect(jobs.queued()).rejects.toThrow("aborted");
  const signal = await opening.promise;
  await jobs.cancelWithOwnerKey();
  expect(signal.aborted).toBe(false);
  await jobs.close();
  expect(signal.aborted).toBe(true);
  await rejected;
});
