import { expect, test } from "vitest";
import { createKeyedLock } from "./keyed-lock.ts";

test("runs tasks of one key in order and tasks of other keys at once", async () => {
  const lock = createKeyedLock();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lock("a", async () => {
    await gate.promise;
    order.push("a1");
  });
  const second = lock("a", async () => order.push("a2"));
  await lock("b", async () => order.push("b1"));
  gate.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(["b1", "a1", "a2"]);
});

test("a failed task rejects its own call only", async () => {
  const lock = createKeyedLock();
  const failed = lock("a", () => Promise.reject(new Error("first")));
  const next = lock("a", async () => "second");
  await expect(failed).rejects.toThrow("first");
  expect(await next).toBe("second");
});
