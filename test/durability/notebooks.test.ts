import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { NewNotebook } from "../../src/notebook/notebook-store.ts";
import { openStore } from "../../src/store/open.ts";
import { follow, type Store } from "../../src/store/port.ts";
import { readLedger } from "./read-ledger.ts";
import { scratchFolder } from "./scratch.ts";
import { type Editor, type EditorOrder, startEditor } from "./start-editor.ts";

const notebook: NewNotebook = {
  id: "n",
  title: "Numbers",
  language: "typescript",
  cells: [{ kind: "code", content: "1", filename: "one.ts" }],
};
const order: Omit<EditorOrder, "file"> = { notebookId: "n", cellId: "cell-1", word: "w", count: 1 };
const cellOf = async (store: Store) => (await store.notebook("n"))!.cells[0]!;

test("[J6] one process changes a notebook that another created, and the first is notified", async () => {
  const { store, file } = await openNotebookStore();
  const stop = new AbortController();
  const feed = follow(store, await store.position(), stop.signal);
  const editor = await startEditor({ file, ...order });
  editor.command();
  expect((await feed.next()).value).toMatchObject([{ kind: "notebook", notebookId: "n" }]);
  stop.abort();
  expect(await cellOf(store)).toMatchObject({ content: "w 2", version: 2 });
  expect(await editor.ended).toEqual({ code: 0, signal: null });
});

test("[J6] notebooks, cells and runs survive a restart as they were", async () => {
  const { store, file } = await openNotebookStore();
  const outputs = [{ type: "stream", name: "stdout", text: "1\n" }] as const;
  const facts = { status: "completed", exitCode: 0, durationMs: 3, truncated: false } as const;
  const run = { ...facts, startedAt: "2026-11-15T10:00:00.000Z", outputs };
  await store.saveRun("n", "cell-1", run, { version: 1, lost: false });
  await store.moveHandle("h", { notebookId: "n" });
  const before = await store.notebook("n");
  await store.close();
  const again = await open(file);
  expect(await again.notebook("n")).toEqual(before);
  expect(await again.cellRun("n", "cell-1")).toEqual(run);
  expect(await again.handle("h")).toEqual({ notebookId: "n" });
});

test("[J6] an acknowledged change of a cell survives kill -9", async () => {
  const { file } = await openNotebookStore();
  const editor = await startEditor({ file, ...order, count: 1_000_000 });
  editor.command();
  await editor.until(() => editor.acknowledged().length >= 40);
  editor.kill();
  await editor.ended;
  const { content, version } = await cellOf(await open(file));
  expect(content).toBe(`w ${version}`);
  expect(version).toBeGreaterThanOrEqual(versionOf(editor.acknowledged().at(-1)!));
  expect(readLedger(file)).toEqual([]);
});

test("[J7] of two processes that change one version of a cell, one wins, every time", async () => {
  const { store, file } = await openNotebookStore();
  const editors: readonly Editor[] = await Promise.all(
    ["a", "b"].map((word) => startEditor({ file, ...order, word, count: 100 })),
  );
  for (const editor of editors) editor.command();
  for (const editor of editors) expect(await editor.ended).toEqual({ code: 0, signal: null });
  const versions = editors.flatMap((editor) => editor.acknowledged().map(versionOf));
  expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => i + 2));
  expect(await cellOf(store)).toMatchObject({ version: 201 });
  expect(await store.position()).toBe(201);
});

const versionOf = (content: string): number => Number(content.split(" ")[1]);

async function openNotebookStore(): Promise<{ readonly store: Store; readonly file: string }> {
  const file = join(scratchFolder(), "clew.db");
  const store = await open(file);
  await store.createNotebook(notebook);
  return { store, file };
}

async function open(file: string): Promise<Store> {
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  return store;
}
