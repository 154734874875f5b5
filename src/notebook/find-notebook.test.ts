import { expect, test, vi } from "vitest";
import { notebookSetup } from "../../test/support/notebook-setup.ts";

test("[J9] uses the named notebook, or the last one that the handle used", async () => {
  const { notebooks, caller } = await notebookSetup();
  const first = await notebooks.create(caller, { title: "First" });
  const second = await notebooks.create(caller, { title: "Second" });
  expect((await notebooks.open(caller)).id).toBe(second.id);
  expect((await notebooks.open(caller, ` ${first.id} `)).title).toBe("First");
  expect((await notebooks.open(caller)).id).toBe(first.id);
  const { notebookId } = await notebooks.addCell(caller, { kind: "markdown", content: "Here" });
  expect(notebookId).toBe(first.id);
});

test("[J9] reports an unknown id, and a handle that has not used a notebook", async () => {
  const { notebooks, caller } = await notebookSetup();
  await expect(notebooks.open(caller)).rejects.toMatchObject({
    code: "NOTEBOOK_NOT_FOUND",
    message: expect.stringMatching(/Create one/),
  });
  await notebooks.create(caller, {});
  await expect(notebooks.open(caller, "nb-nothing")).rejects.toMatchObject({
    code: "NOTEBOOK_NOT_FOUND",
    message: expect.stringContaining("'nb-nothing'"),
  });
  await expect(notebooks.open({ handle: "caller-2" })).rejects.toMatchObject({ code: "NOTEBOOK_NOT_FOUND" });
  await expect(notebooks.open(caller, "x".repeat(10_000))).rejects.toMatchObject({
    message: expect.stringMatching(/^.{1,200}$/),
  });
});

test("[J9] writes the last used notebook of a handle only when it changes", async () => {
  const { store, notebooks, caller } = await notebookSetup();
  const { id } = await notebooks.create(caller, {});
  const moves = vi.spyOn(store, "moveHandle");
  await notebooks.open(caller);
  await notebooks.open(caller, id);
  expect(moves).not.toHaveBeenCalled();
  await notebooks.open({ handle: "caller-2" }, id);
  await notebooks.open({ handle: "caller-2" });
  expect(moves).toHaveBeenCalledOnce();
});

test("[J9] a cell is found by its id, a code cell also by its file name; an error lists the existing ones", async () => {
  const { notebooks, caller } = await notebookSetup();
  await notebooks.create(caller, {});
  await expect(notebooks.cell(caller, { cellId: "cell-1" })).rejects.toMatchObject({
    code: "CELL_NOT_FOUND",
    message: expect.stringContaining("no cells yet"),
  });
  await notebooks.addCell(caller, { kind: "markdown", content: "# Notes" });
  await notebooks.addCell(caller, { kind: "code", content: "1", filename: "one.ts" });
  expect((await notebooks.cell(caller, { cellId: "one.ts" })).cell.id).toBe("cell-2");
  expect((await notebooks.cell(caller, { cellId: "cell-1" })).cell.content).toBe("# Notes");
  await expect(notebooks.cell(caller, { cellId: "two.ts" })).rejects.toMatchObject({
    code: "CELL_NOT_FOUND",
    message: expect.stringContaining("cell-1, cell-2 (one.ts)"),
  });
});
