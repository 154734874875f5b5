import { describe, expect, it } from "vitest";
import type { Output } from "../../notebook/output.ts";
import type { Fixture } from "./fixture.ts";
import { cellsWhere, codes, notebookOf, runAll, runOf } from "./notebook-fixture.ts";

const CELLS = ["cell-1", "cell-2", "cell-3", "cell-4"] as const;

/** The contract for the last runs of cells, and when they are stale. */
export function describeCellRuns(on: Fixture): void {
  const stale = () => cellsWhere(on.store, (cell) => cell.stale);

  /** A notebook of four code cells, of which these have run and none is stale. */
  async function makeRun(...cellIds: readonly string[]): Promise<void> {
    await on.store.createNotebook(notebookOf("n", { cells: codes("1", "2", "3", "4") }));
    await runAll(on.store, ...cellIds);
  }

  describe("runs of cells", () => {
    it("[J6] the last run of a cell is stored: its facts with the cell, its outputs separately", async () => {
      await makeRun();
      expect(await on.store.cellRun("n", "cell-1")).toBeUndefined();
      const { outputs, ...facts } = runOf();
      const of = { version: 1, lost: false };
      const ran = await on.store.saveRun("n", "cell-1", { outputs, ...facts }, of);
      expect(ran).toMatchObject({ id: "cell-1", version: 1, stale: false });
      expect(ran.run).toEqual(facts);
      expect((await on.store.notebook("n"))!.cells[0]).toEqual(ran);
      expect(await on.store.cellRun("n", "cell-1")).toEqual({ outputs, ...facts });
      const killed = runOf({ status: "killed", exitCode: null, durationMs: 0, truncated: true, outputs: [] });
      await on.store.saveRun("n", "cell-1", killed, of);
      await on.store.saveRun("n", "cell-3", runOf({ status: "failed", exitCode: 1 }), of);
      expect(await on.store.cellRun("n", "cell-1")).toEqual(killed);
      expect(await on.store.cellRuns("n")).toEqual(
        new Map([
          ["cell-1", killed],
          ["cell-3", runOf({ status: "failed", exitCode: 1 })],
        ]),
      );
    });

    it("[J6] outputs are stored unchanged: every kind, any text; only lone surrogates are replaced", async () => {
      await makeRun();
      const outputs: Output[] = [
        { type: "stream", name: "stdout", text: "a\0b\r\n日本語 🧵\u2028" },
        { type: "stream", name: "stderr", text: "" },
        {
          type: "display",
          data: { "text/plain": "\\ud800", "application/json": '{"a":"\\ud800"}' },
          result: true,
        },
        { type: "error", name: "TypeError", message: "no", frame: "> 1 | x" },
        { type: "stream", name: "stdout", text: "lone \udc00" },
      ];
      await on.store.saveRun("n", "cell-1", runOf({ outputs }), { version: 1, lost: false });
      expect((await on.store.cellRun("n", "cell-1"))!.outputs).toEqual([
        ...outputs.slice(0, 4),
        { type: "stream", name: "stdout", text: "lone \ufffd" },
      ]);
    });

    it("[J6] eight megabytes of output are stored", async () => {
      await makeRun();
      const text = "0123456789abcde\n".repeat(512 * 1024);
      const run = runOf({ outputs: [{ type: "stream", name: "stdout", text }] });
      await on.store.saveRun("n", "cell-1", run, { version: 1, lost: false });
      const kept = (await on.store.cellRun("n", "cell-1"))!.outputs;
      expect(kept[0]!.type === "stream" && kept[0]!.text === text).toBe(true);
    });

    it("[J8] adding a code cell makes later cells stale if they have run", async () => {
      await makeRun("cell-1", "cell-2", "cell-4");
      const added = await on.store.addCell("n", { kind: "code", content: "x", position: 2 });
      expect(added.stale).toBe(false);
      expect(await stale()).toEqual(["cell-2", "cell-4"]);
    });

    it("[J8] changing the content of a code cell makes it and later cells stale if they have run", async () => {
      await makeRun("cell-1", "cell-2", "cell-4");
      expect((await on.store.updateCell("n", "cell-2", { content: "x" })).stale).toBe(true);
      expect(await stale()).toEqual(["cell-2", "cell-4"]);
      expect((await on.store.updateCell("n", "cell-3", { content: "x" })).stale).toBe(false);
      expect(await stale()).toEqual(["cell-2", "cell-4"]);
    });

    it("[J8] removing a code cell makes later cells stale if they have run", async () => {
      await makeRun("cell-1", "cell-2", "cell-4");
      await on.store.removeCell("n", "cell-2");
      expect(await stale()).toEqual(["cell-4"]);
    });

    it("[J20] moving a code cell makes it and all cells after the first of both places stale", async () => {
      for (const [position, marked] of [
        [4, ["cell-3", "cell-4", "cell-2"]],
        [1, ["cell-2", "cell-1", "cell-3", "cell-4"]],
      ] as const) {
        const { id } = await on.store.createNotebook(
          notebookOf(`n${position}`, { cells: codes("1", "2", "3", "4") }),
        );
        for (const cellId of CELLS) await on.store.saveRun(id, cellId, runOf(), { version: 1, lost: false });
        expect((await on.store.updateCell(id, "cell-2", { position })).stale).toBe(true);
        const { cells } = (await on.store.notebook(id))!;
        expect(cells.filter((cell) => cell.stale).map((cell) => cell.id)).toEqual(marked);
      }
    });

    it("[J20] moving prose, or moving a cell to its own place, makes nothing stale", async () => {
      await makeRun(...CELLS);
      const { id } = await on.store.addCell("n", { kind: "markdown", content: "m", position: 1 });
      await on.store.updateCell("n", id, { position: 4 });
      await on.store.updateCell("n", "cell-1", { position: 1 });
      expect(await stale()).toEqual([]);
    });

    it("[J8] prose, a name and unchanged content make nothing stale", async () => {
      await makeRun(...CELLS);
      const { id } = await on.store.addCell("n", { kind: "markdown", content: "m", position: 1 });
      await on.store.updateCell("n", id, { content: "other" });
      await on.store.updateCell("n", "cell-1", { content: "1" });
      await on.store.updateCell("n", "cell-1", { filename: "a.ts" });
      await on.store.removeCell("n", id);
      expect(await stale()).toEqual([]);
    });

    it("[J8] a run of a cell's current version clears its stale flag, and no other's", async () => {
      await makeRun(...CELLS);
      await on.store.updateCell("n", "cell-2", { content: "x" });
      await runAll(on.store, "cell-3");
      expect(await stale()).toEqual(["cell-2", "cell-4"]);
      await runAll(on.store, "cell-2");
      expect(await stale()).toEqual(["cell-4"]);
    });

    it("[J8] a run of an old version is stored and stale", async () => {
      await makeRun();
      await on.store.updateCell("n", "cell-1", { content: "x" });
      const saved = await on.store.saveRun("n", "cell-1", runOf(), { version: 1, lost: false });
      expect(saved).toMatchObject({ version: 2, stale: true, run: { status: "completed" } });
      await runAll(on.store, "cell-1");
      expect(await stale()).toEqual([]);
    });

    it("[J8] when the variables are lost, every cell that ran is stale", async () => {
      await makeRun("cell-1", "cell-3");
      const { cells } = await on.store.changeNotebook("n", { allStale: true });
      expect(cells.filter((cell) => cell.stale).map(({ id }) => id)).toEqual(["cell-1", "cell-3"]);
      await runAll(on.store, "cell-1", "cell-3");
      await on.store.changeNotebook("n", { title: "Primes", allStale: false });
      expect(await stale()).toEqual([]);
    });

    it("[J8] when they are lost with a run, every other cell that ran is stale, before and after it", async () => {
      await makeRun("cell-1", "cell-2", "cell-4");
      const run = runOf({ status: "timeout", exitCode: null });
      const saved = await on.store.saveRun("n", "cell-2", run, { version: 1, lost: true });
      expect(saved.stale).toBe(false);
      expect(await stale()).toEqual(["cell-1", "cell-4"]);
    });

    it("[J8] stale flags of one notebook do not affect another", async () => {
      await makeRun(...CELLS);
      await on.store.createNotebook(notebookOf("m", { cells: codes("1") }));
      await on.store.saveRun("m", "cell-1", runOf(), { version: 1, lost: true });
      await on.store.updateCell("m", "cell-1", { content: "x" });
      await on.store.changeNotebook("m", { allStale: true });
      expect(await stale()).toEqual([]);
    });
  });
}
