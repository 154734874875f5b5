import { expect, test } from "vitest";
import { Failure } from "../../ledger/index.ts";
import type { CellRunObserver } from "../../notebook/notebooks.ts";
import { runEvents } from "./run-events.ts";

test("[AP7] sends output in order, joined where printed together, then one done", async () => {
  const events = runEvents("cell-1", async ({ onOutput }) => {
    onOutput?.("a");
    onOutput?.("b\n");
    return { ok: true };
  });
  expect(await Array.fromAsync(events)).toEqual([
    { event: "output", data: { cellId: "cell-1", text: "ab\n" } },
    { event: "done", data: { ok: true } },
  ]);
});

test("[AP7] each step names its cell, and output belongs to the cell of the last step", async () => {
  const events = runEvents(undefined, async ({ onOutput, onStep }) => {
    for (const [index, cell] of ["x", "y"].entries()) {
      onStep?.(index, 2, "in words", cell);
      onOutput?.(`of ${cell}`);
    }
    return 2;
  });
  expect(await Array.fromAsync(events)).toEqual([
    { event: "step", data: { cellId: "x", done: 0, total: 2 } },
    { event: "output", data: { cellId: "x", text: "of x" } },
    { event: "step", data: { cellId: "y", done: 1, total: 2 } },
    { event: "output", data: { cellId: "y", text: "of y" } },
    { event: "done", data: 2 },
  ]);
});

test("[AP7] a failing run throws at the end, after its output", async () => {
  const events = runEvents("c", async ({ onOutput }) => {
    onOutput?.("so far");
    throw new Failure("EXECUTION_FAILED", { reason: "no kernel" });
  });
  expect((await events.next()).value).toMatchObject({ event: "output" });
  await expect(events.next()).rejects.toThrow("no kernel");
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test("[AP7] output is sent before the run ends", async () => {
  const end = Promise.withResolvers<void>();
  const events = runEvents("c", async ({ onOutput }) => {
    onOutput?.("first");
    await end.promise;
  });
  expect((await events.next()).value).toEqual({ event: "output", data: { cellId: "c", text: "first" } });
  end.resolve();
  expect((await events.next()).value).toMatchObject({ event: "done" });
});

test("[AP7] a run continues without a buffer when its reader leaves", async () => {
  const end = Promise.withResolvers<void>();
  let watch: CellRunObserver = {};
  let isOver = false;
  const events = runEvents("c", async (given) => {
    watch = given;
    given.onOutput?.("x");
    await end.promise;
    isOver = true;
  });
  await events.next();
  await events.return(undefined);
  watch.onOutput?.("y".repeat(1_000_000));
  expect(isOver).toBe(false);
  end.resolve();
  await end.promise;
  expect(isOver).toBe(true);
});

test("[AP7] sends the newest part of too much output with the number of missing characters, without splitting a surrogate pair", async () => {
  const events = runEvents("c", async ({ onOutput }) => {
    onOutput?.(`${"🧵".repeat(40_000)}!`);
    onOutput?.("end");
  });
  const { value } = await events.next();
  const { text, missing } = value!.data as { text: string; missing: number };
  expect(text.length).toBe(64 * 1024);
  expect(text.endsWith("!end")).toBe(true);
  expect(text.isWellFormed()).toBe(true);
  expect(missing).toBe(80_004 - 64 * 1024);
});
