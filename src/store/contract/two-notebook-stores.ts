import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NotebookState } from "../../notebook/notebook-store.ts";
import { codes, notebookOf, runOf } from "./notebook-fixture.ts";
import { byTurns, refusals, type TwoStores, wonBy } from "./two-stores-fixture.ts";

const TIMES = 24;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The contract for notebooks that several servers write. */
export function describeTwoNotebookStores(on: TwoStores): void {
  const make = (...contents: string[]) =>
    on.one.createNotebook(notebookOf("n", { cells: codes(...contents) }));

  /** The notebook as both stores return it. */
  async function both(id = "n"): Promise<NotebookState> {
    const notebook = await on.one.notebook(id);
    expect(await on.other.notebook(id)).toEqual(notebook);
    return notebook!;
  }

  describe("notebooks", () => {
    it("[PG20] cells that both add at once all exist, with ids from 1 and unique names", async () => {
      await make();
      const settled = await byTurns(on, TIMES, (store, turn) =>
        store.addCell("n", { kind: "code", content: `${turn}`, filename: "a.ts" }),
      );
      expect(refusals(settled)).toEqual([]);
      const { cells, cellCount } = await both();
      expect(cellCount).toBe(TIMES);
      expect(cells.map(({ id }) => id)).toEqual(numbers(TIMES).map((number) => `cell-${number}`));
      const names = cells.map((cell) => cell.kind === "code" && cell.filename);
      expect(names).toEqual([
        "a.ts",
        ...numbers(TIMES)
          .slice(1)
          .map((number) => `a-${number}.ts`),
      ]);
      const added = wonBy(settled).map(({ id, content }) => [id, content]);
      expect(cells.map(({ id, content }) => [id, content]).sort()).toEqual(added.sort());
    });

    it("[PG20] if both add, move and remove cells at once, places have no gaps and ids are unique", async () => {
      const step = fc.record({
        does: fc.constantFrom("add", "remove", "move"),
        at: fc.integer({ min: 1, max: 6 }),
        to: fc.integer({ min: 1, max: 6 }),
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
          const id = `list-${round++}`;
          await on.one.createNotebook(notebookOf(id, { cells: codes("1", "2", "3", "4", "5", "6") }));
          const settled = await byTurns(on, steps.length, async (store, turn) => {
            const { does, at, to } = steps[turn]!;
            if (does === "add")
              return (await store.addCell(id, { kind: "title", content: "", position: at })).id;
            if (does === "remove") await store.removeCell(id, `cell-${at}`);
            else await store.updateCell(id, `cell-${at}`, { position: to });
            return undefined;
          });
          const added = wonBy(settled).filter((one) => one !== undefined);
          expect(new Set(added).size).toBe(steps.filter(({ does }) => does === "add").length);
          for (const reason of refusals(settled)) expect(reason).toMatchObject({ code: "CELL_NOT_FOUND" });
          const removed = new Set(
            steps.filter(({ does }) => does === "remove").map(({ at }) => `cell-${at}`),
          );
          const left = [...numbers(6).map((number) => `cell-${number}`), ...added];
          const { cells, cellCount } = await both(id);
          const ids = cells.map((cell) => cell.id);
          expect([...ids].sort()).toEqual(left.filter((one) => !removed.has(one)).sort());
          expect(cellCount).toBe(ids.length);
          // A gap or a duplicate place would put the next cell elsewhere.
          const { id: second } = await on.other.addCell(id, { kind: "title", content: "", position: 2 });
          expect((await both(id)).cells.map((cell) => cell.id)).toEqual(ids.toSpliced(1, 0, second));
        }),
        { numRuns: 10 },
      );
    });

    it("[PG21] of changes of one version through both, one wins and the others change nothing", async () => {
      await make("0");
      for (const version of numbers(5)) {
        const settled = await byTurns(on, 8, (store, turn) =>
          store.updateCell("n", "cell-1", { content: `${version}/${turn}` }, { expectedVersion: version }),
        );
        const won = wonBy(settled);
        expect(won).toMatchObject([{ version: version + 1 }]);
        const data = { cellId: "cell-1", expected: version, current: version + 1 };
        for (const reason of refusals(settled))
          expect(reason).toMatchObject({ code: "VERSION_CONFLICT", data });
        expect((await both()).cells).toEqual(won);
      }
    });

    it("[PG21] changes through both that expect no version all count, each once", async () => {
      await make("0");
      const settled = await byTurns(on, TIMES, (store, turn) =>
        store.updateCell("n", "cell-1", { content: `by ${turn}` }),
      );
      expect(
        wonBy(settled)
          .map(({ version }) => version)
          .sort((a, b) => a - b),
      ).toEqual(numbers(TIMES).map((number) => number + 1));
      const last = wonBy(settled).find(({ version }) => version === TIMES + 1);
      expect((await both()).cells).toEqual([last]);
    });

    it("[PG21] of runs that both save at once, one stays complete", async () => {
      await make("1", "2");
      const settled = await byTurns(on, TIMES, (store, turn) => {
        const outputs = [{ type: "stream", name: "stdout", text: `${turn}`.repeat(5_000) }] as const;
        const run = runOf({ durationMs: turn, outputs: [...outputs] });
        return store.saveRun("n", "cell-1", run, { version: 1, lost: false });
      });
      expect(refusals(settled)).toEqual([]);
      const kept = (await on.other.cellRun("n", "cell-1"))!;
      expect(kept.outputs).toEqual([
        { type: "stream", name: "stdout", text: `${kept.durationMs}`.repeat(5_000) },
      ]);
      const { cells } = await both();
      expect(cells[0]).toMatchObject({ stale: false, run: { durationMs: kept.durationMs } });
    });

    it("[PG21] a run saved while its cell changes is stale, whichever comes first", async () => {
      for (const round of numbers(10)) {
        const id = `n-${round}`;
        await on.one.createNotebook(notebookOf(id, { cells: codes("1", "2") }));
        await on.one.saveRun(id, "cell-2", runOf(), { version: 1, lost: false });
        const settled = await Promise.allSettled([
          on.one.saveRun(id, "cell-1", runOf(), { version: 1, lost: false }),
          on.other.updateCell(id, "cell-1", { content: "x" }),
        ]);
        expect(refusals(settled)).toEqual([]);
        expect((await both(id)).cells.map(({ stale, version }) => [stale, version])).toEqual([
          [true, 2],
          [true, 1],
        ]);
      }
    });

    it("[PG22] a key that both get at once does its work once, and both get the first answer", async () => {
      const idempotency = { scope: "s", key: "k" };
      const made = await byTurns(on, 8, (store, turn) =>
        store.createNotebook(notebookOf(`n-${turn}`, { cells: codes("1") }), idempotency),
      );
      expect(refusals(made)).toEqual([]);
      const [{ id }, ...repeated] = wonBy(made) as [NotebookState, ...NotebookState[]];
      expect(repeated.map((one) => one.id)).toEqual(Array(7).fill(id));
      expect(await on.other.notebooks({})).toHaveLength(1);
      const added = await byTurns(on, 8, (store, turn) =>
        store.addCell(id, { kind: "code", content: `${turn}` }, idempotency),
      );
      expect(new Set(wonBy(added).map((cell) => JSON.stringify(cell))).size).toBe(1);
      const changed = await byTurns(on, 8, (store, turn) =>
        store.updateCell(id, "cell-1", { content: `by ${turn}` }, { expectedVersion: 1, idempotency }),
      );
      expect(refusals([...added, ...changed])).toEqual([]);
      expect((await both(id)).cells).toEqual([wonBy(changed)[0], wonBy(added)[0]]);
    });

    it("[PG22] a key whose first call failed can be used through the other store", async () => {
      await make("1");
      const idempotency = { scope: "s", key: "k" };
      const settled = await byTurns(on, 8, (store, turn) =>
        store.updateCell("n", "cell-1", { content: "2" }, { expectedVersion: turn < 7 ? 9 : 1, idempotency }),
      );
      for (const won of wonBy(settled)) expect(won).toMatchObject({ content: "2", version: 2 });
      expect((await both()).cells).toMatchObject([{ content: "2", version: 2 }]);
      for (const reason of refusals(settled)) expect(reason).toMatchObject({ code: "VERSION_CONFLICT" });
    });

    it("[PG22] a key may be long, and one with another ending is another key", async () => {
      await make();
      const put = (store: typeof on.one, key: string) =>
        store.addCell("n", { kind: "title", content: key.at(-1)! }, { scope: "\0".repeat(5_000), key });
      const long = Array.from({ length: 5_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join("");
      const first = await put(on.one, `${long}a`);
      expect(await put(on.other, `${long}b`)).toMatchObject({ id: "cell-2" });
      expect(await put(on.other, `${long}a`)).toEqual(first);
    });
  });
}
