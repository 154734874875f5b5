import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { openNotebooks } from "../../../test/support/notebooks.ts";
import { readEvents } from "../../../test/support/read-events.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { ChangedCell, NotebookDetail, NotebookShape } from "./notebook-schemas.ts";

interface Made {
  readonly notebook: NotebookShape;
}

async function open() {
  const home = temporaryFolder();
  const api = await openApi({ makeNotebooks: (store) => openNotebooks(store, home.path) });
  onTestFinished(async () => {
    await api.notebooks.close();
    home[Symbol.dispose]();
  });
  const { notebook } = await api.send<Made>("POST", "/notebooks", { title: "Numbers" });
  const at = `/notebooks/${notebook.id}`;
  const add = (content: string, kind = "code") =>
    api.send<ChangedCell>("POST", `${at}/cells`, { kind, content });
  const run = async (path: string, body: object = {}) => readEvents(await api.ask("POST", at + path, body));
  return { ...api, at, add, run };
}

test("[AP7] creates, lists, reads, edits and empties a notebook", async () => {
  const { get, send, refused, at, add } = await open();
  const { cell } = await add("# Text", "markdown");
  const code = (await add("1 + 1")).cell;
  const { notebook, running, sandboxLayers } = await get<NotebookDetail>(at);
  expect(notebook.cells.map(({ id, kind }) => [id, kind])).toEqual([
    [cell.id, "markdown"],
    [code.id, "code"],
  ]);
  expect([running, sandboxLayers.deno.active]).toEqual([[], true]);
  expect(await get("/notebooks")).toMatchObject({ notebooks: [{ id: notebook.id, cellCount: 2 }] });
  const changed = await send<ChangedCell>("PATCH", `${at}/cells/${code.id}`, {
    content: "2 + 2",
    expectedVersion: 1,
  });
  expect(changed.cell).toMatchObject({ content: "2 + 2", version: 2 });
  expect(
    await refused("PATCH", `${at}/cells/${code.id}`, { content: "3", expectedVersion: 1 }),
  ).toMatchObject({
    status: 409,
    error: { code: "VERSION_CONFLICT" },
  });
  expect(await refused("PATCH", `${at}/cells/${code.id}`, {})).toMatchObject({ status: 400 });
  expect(await get(`${at}/cells/${code.id}/run`)).toEqual({});
  expect(await send("DELETE", `${at}/cells/${code.id}`, {})).toEqual({ cellId: code.id });
  expect(await refused("GET", `${at}/cells/${code.id}/run`)).toMatchObject({
    status: 404,
    error: { code: "CELL_NOT_FOUND" },
  });
});

test("[AP7] [J20] moves and renames a cell and renames a notebook if the expected current values match", async () => {
  const { get, send, refused, at, add } = await open();
  for (const content of ["1", "2", "3"]) await add(content);
  const moved = await send<ChangedCell>("PATCH", `${at}/cells/cell-3`, { position: 1, expectedVersion: 1 });
  expect(moved.cell).toMatchObject({ id: "cell-3", version: 2 });
  const renamed = await send<ChangedCell>("PATCH", `${at}/cells/cell-3`, { filename: "cell-1.ts" });
  expect(renamed).toMatchObject({
    cell: { filename: "cell-1-2.ts", version: 3 },
    warning: expect.stringContaining("cell-1.ts"),
  });
  const late = await refused("PATCH", `${at}/cells/cell-3`, { position: 2, expectedVersion: 1 });
  expect([late.status, late.error.code]).toEqual([409, "VERSION_CONFLICT"]);
  expect((await refused("PATCH", `${at}/cells/cell-3`, { position: 0 })).status).toBe(400);
  const title = (wanted: string, expectedTitle: string) => ({ title: wanted, expectedTitle });
  const { notebook } = await send<Made>("PATCH", at, title(" Primes\n and more ", "Numbers"));
  expect(notebook.title).toBe("Primes and more");
  const second = await refused("PATCH", at, title("Other", "Numbers"));
  expect([second.status, second.error.code]).toEqual([409, "TITLE_CONFLICT"]);
  expect(second.error.message).toContain("Primes and more");
  expect((await refused("PATCH", at, { title: " \n " })).error.message).toContain("title is empty");
  const read = (await get<NotebookDetail>(at)).notebook;
  expect([read.title, ...read.cells.map(({ id }) => id)]).toEqual([
    "Primes and more",
    "cell-3",
    "cell-1",
    "cell-2",
  ]);
});

test("[AP7] creates a notebook from a listed template", async () => {
  const { get, send, refused } = await open();
  const { templates } = await get<{ templates: string[] }>("/templates");
  const { notebook } = await send<Made>("POST", "/notebooks", { template: templates[0] });
  expect(notebook.cells.length).toBeGreaterThan(2);
  expect(await refused("POST", "/notebooks", { template: "novel" })).toMatchObject({ status: 400 });
});

test("[AP2] a missing notebook or cell is 404, before a stream begins", async () => {
  const { refused, at } = await open();
  for (const path of [
    "/notebooks/x/run-all",
    "/notebooks/x/cells/c/run",
    "/notebooks/x/interrupt",
    "/notebooks/x/restart",
  ])
    expect(await refused("POST", path)).toMatchObject({ status: 404, error: { code: "NOTEBOOK_NOT_FOUND" } });
  expect(await refused("POST", `${at}/cells/c/run`)).toMatchObject({ status: 404 });
});

test("[AP7] a run streams its output, then exactly one end; it can be read afterwards", async () => {
  const { get, at, add, run } = await open();
  const { cell } = await add(
    'console.log("first"); await new Promise((go) => setTimeout(go, 300)); console.log("second"); 42',
  );
  const { events } = await run(`/cells/${cell.id}/run`);
  const first = (await events.next()).value!;
  expect(first).toEqual({ event: "output", data: { cellId: cell.id, text: "first\n" } });
  expect((await get<NotebookDetail>(at)).running).toEqual([cell.id]);
  const rest = await Array.fromAsync(events);
  expect(rest.map(({ event }) => event)).toEqual(["output", "done"]);
  const done = rest.at(-1)!.data as { run: { status: string } };
  expect(done).toMatchObject({ cellId: cell.id, run: { status: "completed", outputs: expect.any(Array) } });
  expect((await get<NotebookDetail>(at)).running).toEqual([]);
  expect(await get(`${at}/cells/${cell.id}/run`)).toEqual({ run: done.run });
});

test("[AP7] a text cell does not run, and a failing cell is a finished run", async () => {
  const { refused, at, add, run } = await open();
  const { cell: text } = await add("words", "markdown");
  expect(await refused("POST", `${at}/cells/${text.id}/run`)).toMatchObject({ status: 400 });
  const { cell } = await add('throw new Error("no")');
  const all = await Array.fromAsync((await run(`/cells/${cell.id}/run`)).events);
  expect(all.map(({ event }) => event)).toEqual(["done"]);
  expect(all[0]!.data).toMatchObject({ run: { status: "failed" } });
});

test("[AP7] all cells run in order, each announced, and the end reports every one", async () => {
  const { at, add, run, send } = await open();
  for (const code of ['console.log("one")', 'console.log("two")', 'throw new Error("three")', "4"])
    await add(code);
  const all = await Array.fromAsync((await run("/run-all")).events);
  const events = all.map(({ event, data }) => [event, (data as { cellId?: string }).cellId]);
  expect(events.filter(([event]) => event === "step").map(([, cell]) => cell)).toEqual([
    "cell-1",
    "cell-2",
    "cell-3",
  ]);
  expect(events.filter(([event]) => event === "output").map(([, cell]) => cell)).toEqual([
    "cell-1",
    "cell-2",
  ]);
  expect(all.at(-1)).toMatchObject({ event: "done", data: { left: 1 } });
  expect((all.at(-1)!.data as { ran: { cellId: string; run: { status: string } }[] }).ran).toMatchObject([
    { cellId: "cell-1", run: { status: "completed" } },
    { cellId: "cell-2", run: { status: "completed" } },
    { cellId: "cell-3", run: { status: "failed" } },
  ]);
  const restarted = await send<Made>("POST", `${at}/restart`);
  expect(restarted.notebook.cells[0]).toMatchObject({ stale: true });
});

test("[AP7] an interrupt ends a run, and its stream says so", async () => {
  const { at, add, run, send } = await open();
  const { cell } = await add('console.log("on"); for (;;) {}');
  const { events } = await run(`/cells/${cell.id}/run`);
  await events.next();
  expect(await send("POST", `${at}/interrupt`)).toEqual({ interrupted: true });
  const rest = await Array.fromAsync(events);
  expect(rest.at(-1)).toMatchObject({ event: "done", data: { run: { status: "killed" } } });
  expect(rest.filter(({ event }) => event === "done")).toHaveLength(1);
});

test("[AP7] a run continues when its reader leaves", async () => {
  const { store, at, add, run } = await open();
  const { cell } = await add(
    'console.log("on"); await new Promise((go) => setTimeout(go, 200)); console.log("to the end")',
  );
  const { events, stop } = await run(`/cells/${cell.id}/run`);
  await events.next();
  const kept = new Promise<void>((resolve) => {
    const end = store.onWrite(async () => {
      if (!(await store.cellRun(at.slice("/notebooks/".length), cell.id))) return;
      end();
      resolve();
    });
  });
  await stop();
  await kept;
  expect(await store.cellRun(at.slice("/notebooks/".length), cell.id)).toMatchObject({
    status: "completed",
    outputs: [{ type: "stream", text: "on\nto the end\n" }],
  });
});
