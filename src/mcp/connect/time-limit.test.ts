import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTimeLimit } from "./time-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("[HS4] progress resets the time limit", () => {
  using limit = startTimeLimit(100, undefined);
  vi.advanceTimersByTime(90);
  limit.reset();
  vi.advanceTimersByTime(90);
  expect(limit.signal.aborted).toBe(false);
  vi.advanceTimersByTime(10);
  expect(limit).toMatchObject({ expired: true });
  expect(limit.signal.reason).toBe("no answer within 100 ms");
});

test("[HC4] pauses while a person is asked", () => {
  using limit = startTimeLimit(100, undefined);
  const [first, second] = [limit.pause(), limit.pause()];
  vi.advanceTimersByTime(1000);
  limit.reset();
  first();
  vi.advanceTimersByTime(1000);
  expect(limit.expired).toBe(false);
  second();
  vi.advanceTimersByTime(100);
  expect(limit.expired).toBe(true);
});

test("[HS4] follows the caller's own signal", () => {
  const controller = new AbortController();
  using limit = startTimeLimit(100, controller.signal);
  controller.abort("enough");
  using late = startTimeLimit(100, controller.signal);
  for (const { signal, expired } of [limit, late])
    expect({ reason: signal.reason, expired }).toEqual({ reason: "enough", expired: false });
});

test("[HC4] does not restart after the call has ended", () => {
  const limit = startTimeLimit(100, undefined);
  const answered = limit.pause();
  limit[Symbol.dispose]();
  answered();
  expect(vi.getTimerCount()).toBe(0);
});
