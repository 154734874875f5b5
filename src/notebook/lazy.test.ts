import { expect, test } from "vitest";
import { lazyNotebooks } from "./lazy.ts";
import type { NotebookStore } from "./notebook-store.ts";
import type { Notebooks } from "./notebooks.ts";

test("[S10] opens notebooks at the first call, and the next call retries a failure", async () => {
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

test("[S10] closes unused notebooks without opening them", async () => {
  const notebooks = lazyNotebooks(() => {
    throw new Error("composed");
  });
  await notebooks.close();
});

test("[S10] a view of unused notebooks opens them once, and closes with them", async () => {
  let composed = 0;
  const views: string[] = [];
  const viewOf = (_: NotebookStore, home: string) =>
    ({ ids: async (prefix: string) => views.push(home) && [`${home}/${prefix}`] }) as unknown as Notebooks;
  const notebooks = lazyNotebooks(async () => {
    composed += 1;
    return { viewOf, close: async () => {} } as unknown as Notebooks;
  });
  const store = {} as NotebookStore;
  const [first, second] = [notebooks.viewOf(store, "a"), notebooks.viewOf(store, "b")];
  expect(composed).toBe(0);
  expect(await Promise.all([first.ids("1"), second.ids("2"), first.ids("3")])).toEqual([
    ["a/1"],
    ["b/2"],
    ["a/3"],
  ]);
  expect(composed).toBe(1);
  await notebooks.close();
  await expect(notebooks.viewOf(store, "c").ids("4")).rejects.toThrow("closed");
});
