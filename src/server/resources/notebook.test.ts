import { expect, test } from "vitest";
import { notebookSetup } from "../../../test/support/notebook-setup.ts";
import { runOf } from "../../store/contract/notebook-fixture.ts";
import { completeCell } from "./notebook.ts";

test("[R2] completes the ids of cells that ran in order, without reading outputs", async () => {
  const { store, notebooks, withCode } = await notebookSetup();
  const notebookId = await withCode("1", "2", "3");
  const text = "x".repeat(1000);
  for (const cellId of ["cell-3", "cell-1"]) {
    const run = runOf({ outputs: [{ type: "stream", name: "stdout", text }] });
    await store.saveRun(notebookId, cellId, run, { version: 1, lost: false });
  }
  const noOutputs = () => Promise.reject(new Error("Outputs were read."));
  const notebookStore = { ...store, cellRun: noOutputs, cellRuns: noOutputs };
  const context = { notebooks: notebooks.viewOf(notebookStore, "/") } as Parameters<typeof completeCell>[1];
  expect(await completeCell("", context, { notebookId })).toEqual(["cell-1", "cell-3"]);
  expect(await completeCell("cell-3", context, { notebookId })).toEqual(["cell-3"]);
  expect(await completeCell("", context, { notebookId: "nope" })).toEqual([]);
  expect(await completeCell("", context, {})).toEqual([]);
});
