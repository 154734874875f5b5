import { expect, test } from "vitest";
import { type Eventual, runAsync, runSync, type Steps, wait } from "./steps.ts";

function* sum(numberAt: (index: number) => Eventual<number | undefined>): Steps<number> {
  let total = 0;
  for (let index = 0; ; index++) {
    const number = yield* wait(numberAt(index));
    if (number === undefined) return total;
    total += number;
  }
}

test("the same steps run at once and with promises", async () => {
  const numbers = [1, 2, 3];
  expect(runSync(sum((index) => numbers[index]))).toBe(6);
  expect(await runAsync(sum(async (index) => numbers[index]))).toBe(6);
  expect(runSync(sum(() => undefined))).toBe(0);
});

test("a failed value fails the run", async () => {
  const failing = sum(() => Promise.reject(new Error("away")));
  await expect(runAsync(failing)).rejects.toThrow("away");
});
