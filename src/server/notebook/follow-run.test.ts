import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CellRunObserver } from "../../notebook/notebooks.ts";
import { followRun } from "./follow-run.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Follows work that the test itself does. */
function follow(progress?: (message: string) => Promise<void>) {
  const sent: [string, number][] = [];
  const ending = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let watch: CellRunObserver | undefined;
  const done = followRun(
    {
      signal: ending.signal,
      report: async (message, count) => {
        sent.push([message, count]);
        await progress?.(message);
      },
    },
    (given) => {
      watch = given;
      return promise;
    },
  );
  return {
    sent,
    done,
    finish: resolve,
    fail: reject,
    ending,
    print: (text: string) => watch!.onOutput!(text),
    watch: watch!,
  };
}

describe("following a run", () => {
  test("[J15] output is sent in order, joined, at most ten times per second", async () => {
    const { sent, done, finish, print } = follow();
    for (let n = 0; n < 50; n += 1) {
      print(`${n}\n`);
      await vi.advanceTimersByTimeAsync(20);
    }
    finish("ok");
    expect(await done).toBe("ok");
    expect(sent.length).toBeLessThanOrEqual(11);
    expect(sent.map(([message]) => message).join("")).toBe(
      Array.from({ length: 50 }, (_, n) => `${n}\n`).join(""),
    );
    expect(sent.map(([, count]) => count)).toEqual(sent.map((_, index) => index + 1));
  });

  test("[J15] of a burst the newest 2,000 characters are sent, with the number of missing ones", async () => {
    const { sent, done, finish, print } = follow();
    print("a".repeat(100_000));
    print("the end");
    await vi.advanceTimersByTimeAsync(100);
    finish("ok");
    await done;
    expect(sent).toHaveLength(1);
    expect(sent[0]![0]).toMatch(/^… 98057 characters left out …\na+the end$/);
    expect(sent[0]![0].length).toBeLessThanOrEqual(2000);
  });

  test("[J15] while nothing is printed it sends a heartbeat every two seconds", async () => {
    const { sent, done, finish } = follow();
    await vi.advanceTimersByTimeAsync(6_500);
    finish("ok");
    await done;
    expect(sent.map(([message]) => message)).toEqual(["running, 2 s", "running, 4 s", "running, 6 s"]);
  });

  test("[J15] nothing is sent after the answer, and the last output comes before it", async () => {
    const { sent, done, finish, print } = follow();
    print("last words");
    finish("ok");
    await done;
    expect(sent).toEqual([["last words", 1]]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(1);
  });

  test("[J15] a slow caller gets fewer messages, and a disconnected one costs nothing", async () => {
    const slow = Promise.withResolvers<void>();
    const { sent, done, finish, print } = follow(() => slow.promise);
    print("a");
    await vi.advanceTimersByTimeAsync(100);
    print("b");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent).toEqual([["a", 1]]);
    slow.reject(new Error("gone"));
    finish("ok");
    expect(await done).toBe("ok");
    expect(sent).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  test("[J15] a failure passes through, and a cancelled caller gets no more messages", async () => {
    const { sent, done, fail, print, ending, watch } = follow();
    print("a");
    ending.abort();
    expect(watch.signal?.aborted).toBe(true);
    fail(new Error("boom"));
    await expect(done).rejects.toThrow("boom");
    expect(sent).toEqual([]);
  });
});
