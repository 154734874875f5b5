import { expect, test, vi } from "vitest";
import { notebookDesk } from "../../test/support/notebook-setup.ts";

test("[J9] the notebook is the one named, else the last one that the handle used", async () => {
  const { notebooks, desk } = await notebookDesk();
  const first = await notebooks.create(desk, { title: "First" });
  const second = await notebooks.create(desk, { title: "Second" });
  expect((await notebooks.open(desk)).id).toBe(second.id);
  expect((await notebooks.open(desk, ` ${first.id} `)).title).toBe("First");
  expect((await notebooks.open(desk)).id).toBe(first.id);
  const { notebookId } = await notebooks.addCell(desk, { kind: "markdown", content: "Here" });
  expect(notebookId).toBe(first.id);
});

test("[J9] a handle that used no notebook is told so, and so is an unknown id", async () => {
  const { notebooks, desk } = await notebookDesk();
  await expect(notebooks.open(desk)).rejects.toMatchObject({
    code: "NOTEBOOK_NOT_FOUND",
    message: expect.stringMatching(/Create one/),
  });
  await notebooks.create(desk, {});
  await expect(notebooks.open(desk, "nb-nothing")).rejects.toMatchObject({
    code: "NOTEBOOK_NOT_FOUND",
    message: expect.stringContaining("'nb-nothing'"),
  });
  await expect(notebooks.open({ handle: "desk-2" })).rejects.toMatchObject({ code: "NOTEBOOK_NOT_FOUND" });
  await expect(notebooks.open(desk, "x".repeat(10_000))).rejects.toMatchObject({
    message: expect.stringMatching(/^.{1,200}$/),
  });
});

test("[J9] what a handle used last is written only when it changes", async () => {
  const { store, notebooks, desk } = await notebookDesk();
  const { id } = await notebooks.create(desk, {});
  const moves = vi.spyOn(store, "moveHandle");
  await notebooks.open(desk);
  await notebooks.open(desk, id);
  expect(moves).not.toHaveBeenCalled();
  await notebooks.open({ handle: "desk-2" }, id);
  await notebooks.open({ handle: "desk-2" });
  expect(moves).toHaveBeenCalledOnce();
});

test("[J9] a cell goes by its id, and a code cell by its file name; an unknown one names those that exist", async () => {
  const { notebooks, desk } = await notebookDesk();
  await notebooks.create(desk, {});
  await expect(notebooks.cell(desk, { cellId: "cell-1" })).rejects.toMatchObject({
    code: "CELL_NOT_FOUND",
    message: expect.stringContaining("no cells yet"),
  });
  await notebooks.addCell(desk, { kind: "markdown", content: "# Notes" });
  await notebooks.addCell(desk, { kind: "code", content: "1", filename: "one.ts" });
  expect((await notebooks.cell(desk, { cellId: "one.ts" })).cell.id).toBe("cell-2");
  expect((await notebooks.cell(desk, { cellId: "cell-1" })).cell.content).toBe("# Notes");
  await expect(notebooks.cell(desk, { cellId: "two.ts" })).rejects.toMatchObject({
    code: "CELL_NOT_FOUND",
    message: expect.stringContaining("cell-1, cell-2 (one.ts)"),
  });
});
