import { expect, test } from "vitest";
import { lazyNotebooks } from "./lazy.ts";
import type { Notebooks } from "./notebooks.ts";

test("[S10] notebooks are composed when first needed, and a failure is tried again by the next call", async () => {
  let composed = 0;
  const ends: string[] = [];
  const real = {
    ids: async (prefix: string) => [`${prefix}-1`],
    close: async () => void ends.push("closed"),
  } as unknown as Notebooks;
  const notebooks = lazyNotebooks(async () => {
    composed += 1;
    if (composed === 1) throw new Error("no kernel");
    return real;
  });
  expect(composed).toBe(0);
  await expect(notebooks.ids("a")).rejects.toThrow("no kernel");
  expect(await Promise.all([notebooks.ids("a"), notebooks.ids("b")])).toEqual([["a-1"], ["b-1"]]);
  expect(composed).toBe(2);
  await notebooks.close();
  expect(ends).toEqual(["closed"]);
  await expect(notebooks.ids("a")).rejects.toThrow("closed");
});

test("[S10] notebooks that nobody asked for are closed without being composed", async () => {
  const notebooks = lazyNotebooks(() => {
    throw new Error("composed");
  });
  await notebooks.close();
});
