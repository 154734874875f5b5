import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CellRunObserver } from "../../notebook/notebooks.ts";
import { followRun } from "./follow-run.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Follows work that the test itself does. */
function follow(progress?: (message: string) => Promise<void>) {
  const told: [string, number][] = [];
  const ending = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let watch: CellRunObserver | undefined;
  const done = followRun(
    {
      signal: ending.signal,
      report: async (message, count) => {
        told.push([message, count]);
        await progress?.(message);
      },
    },
    (given) => {
      watch = given;
      return promise;
    },
  );
  return {
    told,
    done,
    finish: resolve,
    fail: reject,
    ending,
    print: (text: string) => watch!.onOutput!(text),
    watch: watch!,
  };
}

describe("following a run", () => {
  test("[J15] what is printed comes in order, joined, at most ten times a second", async () => {
    const { told, done, finish, print } = follow();
    for (let n = 0; n < 50; n += 1) {
      print(`${n}\n`);
      await vi.advanceTimersByTimeAsync(20);
    }
    finish("ok");
    expect(await done).toBe("ok");
    expect(told.length).toBeLessThanOrEqual(11);
    expect(told.map(([message]) => message).join("")).toBe(
      Array.from({ length: 50 }, (_, n) => `${n}\n`).join(""),
    );
    expect(told.map(([, count]) => count)).toEqual(told.map((_, index) => index + 1));
  });

  test("[J15] of much at once the newest 2,000 letters are told, and how many are missing", async () => {
    const { told, done, finish, print } = follow();
    print("a".repeat(100_000));
    print("the end");
    await vi.advanceTimersByTimeAsync(100);
    finish("ok");
    await done;
    expect(told).toHaveLength(1);
    expect(told[0]![0]).toMatch(/^… 98057 characters left out …\na+the end$/);
    expect(told[0]![0].length).toBeLessThanOrEqual(2000);
  });

  test("[J15] while nothing is printed it says every two seconds that the run goes on", async () => {
    const { told, done, finish } = follow();
    await vi.advanceTimersByTimeAsync(6_500);
    finish("ok");
    await done;
    expect(told.map(([message]) => message)).toEqual(["running, 2 s", "running, 4 s", "running, 6 s"]);
  });

  test("[J15] nothing is told after the answer, and what was printed last comes before it", async () => {
    const { told, done, finish, print } = follow();
    print("last words");
    finish("ok");
    await done;
    expect(told).toEqual([["last words", 1]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toHaveLength(1);
  });

  test("[J15] a caller that takes its time gets fewer messages, and one that is gone costs nothing", async () => {
    const slow = Promise.withResolvers<void>();
    const { told, done, finish, print } = follow(() => slow.promise);
    print("a");
    await vi.advanceTimersByTimeAsync(100);
    print("b");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual([["a", 1]]);
    slow.reject(new Error("gone"));
    finish("ok");
    expect(await done).toBe("ok");
    expect(told).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  test("[J15] a failure passes, and a cancelled caller is told nothing more", async () => {
    const { told, done, fail, print, ending, watch } = follow();
    print("a");
    ending.abort();
    expect(watch.signal?.aborted).toBe(true);
    fail(new Error("boom"));
    await expect(done).rejects.toThrow("boom");
    expect(told).toEqual([]);
  });
});
