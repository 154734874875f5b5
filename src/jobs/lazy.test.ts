import { expect, test } from "vitest";
import type { Jobs } from "./jobs.ts";
import { lazyJobs } from "./lazy.ts";

test("[PG50] cancelling and closing do not wait for a database that is being joined, and closing ends that", async () => {
  const joining = Promise.withResolvers<AbortSignal>();
  const jobs = lazyJobs((signal) => {
    joining.resolve(signal);
    return new Promise<Jobs>((_, reject) => {
      signal.addEventListener("abort", () => reject(new Error("given up")));
    });
  });
  const asked = expect(jobs.waiting()).rejects.toThrow("given up");
  const signal = await joining.promise;
  await jobs.cancelAtHomes();
  expect(signal.aborted).toBe(false);
  await jobs.close();
  expect(signal.aborted).toBe(true);
  await asked;
});
