import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NewCell } from "../../notebook/notebook-store.ts";
import type { Fixture } from "./fixture.ts";
import { cellsWhere, codes, notebookOf, runOf } from "./notebook-fixture.ts";

/** The contract for the cells of a notebook. */
export function describeCells(on: Fixture): void {
  const make = (...contents: string[]) =>
    on.store.createNotebook(notebookOf("n", { cells: codes(...contents) }));
  const ids = () => cellsWhere(on.store, () => true);
  const filenames = async () =>
    (await on.store.notebook("n"))!.cells.map((cell) => (cell.kind === "code" ? cell.filename : undefined));

  describe("cells", () => {
    it("[J6] a cell goes to the requested place: at the end, in the middle, first, beyond the end", async () => {
      await make("1", "2");
      const put = async (position?: number) => {
        const cell: NewCell = { kind: "markdown", content: "", ...(position !== undefined && { position }) };
        return (await on.store.addCell("n", cell)).id;
      };
      for (const position of [undefined, 2, 1, 99, 0, -1, 2]) await put(position);
      const order = [
        "cell-8",
        "cell-9",
        "cell-7",
        "cell-5",
        "cell-1",
        "cell-4",
        "cell-2",
        "cell-3",
        "cell-6",
      ];
      expect(await ids()).toEqual(order);
      await on.store.removeCell("n", "cell-7");
      expect(await put(3)).toBe("cell-10");
      expect(await ids()).toEqual(order.with(2, "cell-10"));
      expect((await on.store.notebook("n"))!.cellCount).toBe(9);
    });

    it("[J20] a cell moves to another place, unchanged and with its id", async () => {
      await make("1", "2", "3", "4");
      const move = async (cellId: string, position: number) => {
        const { id, version } = await on.store.updateCell("n", cellId, { position });
        expect(id).toBe(cellId);
        return [version, ...(await ids()).map((one) => one.slice(-1))].join("");
      };
      expect(await move("cell-1", 3)).toBe("22314");
      expect(await move("cell-4", 1)).toBe("24231");
      expect(await move("cell-2", 2)).toBe("14231");
      expect(await move("cell-4", 99)).toBe("32314");
      expect(await move("cell-3", -1)).toBe("23214");
      const { cells, cellCount } = (await on.store.notebook("n"))!;
      expect(cells.map(({ content }) => content).join("")).toBe("3214");
      expect(cellCount).toBe(4);
      const late = on.store.updateCell("n", "cell-1", { position: 1 }, { expectedVersion: 1 });
      await expect(late).rejects.toMatchObject({ code: "VERSION_CONFLICT" });
      expect(await ids()).toEqual(cells.map(({ id }) => id));
    });

    it("[J6] for any additions, moves and removals, cells keep the order of a list and ids are unique", async () => {
      const step = fc.oneof(
        fc.record({ add: fc.integer({ min: 1, max: 8 }) }),
        fc.record({ remove: fc.integer({ min: 0, max: 7 }) }),
        fc.record({ move: fc.integer({ min: 0, max: 7 }), to: fc.integer({ min: 1, max: 8 }) }),
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          const notebookId = `list-${round++}`;
          await on.store.createNotebook(notebookOf(notebookId));
          const list: string[] = [];
          const seen = new Set<string>();
          for (const one of steps) {
            if ("add" in one) {
              const cell = { kind: "title", content: "", position: one.add } as const;
              const { id } = await on.store.addCell(notebookId, cell);
              expect(seen).not.toContain(id);
              seen.add(id);
              list.splice(one.add - 1, 0, id);
            } else if ("move" in one) {
              if (one.move >= list.length) continue;
              const [id] = list.splice(one.move, 1);
              await on.store.updateCell(notebookId, id!, { position: one.to });
              list.splice(one.to - 1, 0, id!);
            } else if (one.remove < list.length)
              await on.store.removeCell(notebookId, list.splice(one.remove, 1)[0]!);
          }
          const { cells, cellCount } = (await on.store.notebook(notebookId))!;
          expect(cells.map(({ id }) => id)).toEqual(list);
          expect(cellCount).toBe(list.length);
        }),
        { numRuns: 20 },
      );
    });

    it("[J6] the id and the runs of a removed cell are gone for good", async () => {
      await make("1", "2");
      await on.store.saveRun("n", "cell-2", runOf(), { version: 1, lost: false });
      await on.store.removeCell("n", "cell-2");
      const { id } = await on.store.addCell("n", { kind: "code", content: "2" });
      expect(id).toBe("cell-3");
      expect(await on.store.cellRun("n", "cell-2")).toBeUndefined();
      expect(await on.store.cellRuns("n")).toEqual(new Map());
    });

    it("[J6] cells added at once are all stored, each with its own id", async () => {
      await make();
      const added = await Promise.all(
        Array.from({ length: 20 }, (_, i) => on.store.addCell("n", { kind: "markdown", content: `${i}` })),
      );
      expect(new Set(added.map(({ id }) => id)).size).toBe(20);
      const { cells } = (await on.store.notebook("n"))!;
      expect(cells.map(({ content }) => content).sort()).toEqual(added.map(({ content }) => content).sort());
    });

    it("[J6] text is stored unchanged: empty, control characters, any script, a megabyte; only lone surrogates are replaced", async () => {
      const contents = [
        "",
        "a\0b",
        "\r\n\u2028\t ",
        "日本語 🧵 é e\u0301",
        "```\n# x",
        "x".repeat(1_000_000),
      ];
      const made = await on.store.createNotebook(
        notebookOf("n", { title: "a\0b 🧵", cells: codes(...contents) }),
      );
      expect(made.title).toBe("a\0b 🧵");
      expect(made.cells.map(({ content }) => content)).toEqual(contents);
      for (const content of contents) {
        expect((await on.store.addCell("n", { kind: "markdown", content })).content).toBe(content);
        expect((await on.store.updateCell("n", "cell-1", { content })).content).toBe(content);
      }
      expect((await on.store.updateCell("n", "cell-2", { content: "a\ud800b" })).content).toBe("a\ufffdb");
      expect((await on.store.updateCell("n", "cell-2", { content: "a\ud800b" })).version).toBe(2);
    });

    it("[J6] a code cell without a name is named after its id, in the notebook's language", async () => {
      await make("1");
      await on.store.addCell("n", { kind: "markdown", content: "" });
      await on.store.addCell("n", { kind: "code", content: "3", position: 1 });
      expect(await filenames()).toEqual(["cell-3.ts", "cell-1.ts", undefined]);
      const cells = codes("1");
      const script = await on.store.createNotebook(notebookOf("m", { language: "javascript", cells }));
      expect(script.cells[0]).toMatchObject({ filename: "cell-1.js" });
    });

    it("[J6] a name that another cell has gets a number before its extension", async () => {
      const wanted = [
        "a.ts",
        "a.ts",
        "a.ts",
        "a-2.ts",
        "cell-6.ts",
        undefined,
        "x",
        "x",
        "d.d/e",
        "d.d/e",
        ".x",
        ".x",
      ];
      const cells = wanted.map((filename) => {
        return { kind: "code", content: "", ...(filename !== undefined && { filename }) } as const;
      });
      await on.store.createNotebook(notebookOf("n", { cells }));
      expect(await filenames()).toEqual([
        ...["a.ts", "a-2.ts", "a-3.ts", "a-2-2.ts", "cell-6.ts", "cell-6-2.ts"],
        ...["x", "x-2", "d.d/e", "d.d/e-2", ".x", ".x-2"],
      ]);
      const rename = async (cellId: string, filename: string) =>
        await on.store.updateCell("n", cellId, { filename });
      expect(await rename("cell-1", "a-3.ts")).toMatchObject({ filename: "a-3-2.ts", version: 2 });
      expect(await rename("cell-2", "b.ts")).toMatchObject({ filename: "b.ts", version: 2 });
      expect(await rename("cell-3", "a-3.ts")).toMatchObject({ filename: "a-3.ts", version: 1 });
    });

    it("[J6] only a code cell can have a name", async () => {
      await make();
      await on.store.addCell("n", { kind: "markdown", content: "m" });
      await expect(on.store.updateCell("n", "cell-1", { filename: "a.ts" })).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
      });
      expect((await on.store.notebook("n"))!.cells[0]).toMatchObject({ content: "m", version: 1 });
    });

    it("[J7] a version counts the real changes of its cell only", async () => {
      await make("1", "2");
      const change = async (changes: { content?: string; filename?: string }) =>
        (await on.store.updateCell("n", "cell-1", changes)).version;
      expect(await change({ content: "3" })).toBe(2);
      expect(await change({ content: "3" })).toBe(2);
      expect(await change({ filename: "b.ts" })).toBe(3);
      expect(await change({})).toBe(3);
      expect(await change({ content: "1", filename: "c.ts" })).toBe(4);
      expect((await on.store.notebook("n"))!.cells.map(({ version }) => version)).toEqual([4, 1]);
      expect(await on.store.notebook("n")).toMatchObject({
        cells: [{ content: "1", filename: "c.ts" }, { content: "2" }],
      });
    });

    it("[J7] a change with an outdated version fails and changes nothing", async () => {
      await make("1");
      await on.store.updateCell("n", "cell-1", { content: "2" }, { expectedVersion: 1 });
      const before = await on.store.notebook("n");
      const conflict = { code: "VERSION_CONFLICT", data: { cellId: "cell-1", expected: 1, current: 2 } };
      const late = on.store.updateCell("n", "cell-1", { content: "3" }, { expectedVersion: 1 });
      await expect(late).rejects.toMatchObject(conflict);
      await expect(on.store.removeCell("n", "cell-1", 1)).rejects.toMatchObject(conflict);
      expect(await on.store.notebook("n")).toEqual(before);
      await on.store.removeCell("n", "cell-1", 2);
      expect(await ids()).toEqual([]);
    });

    it("[J7] of concurrent changes of one version, one wins", async () => {
      await make("1");
      const tries = await Promise.allSettled(
        ["a", "b", "c", "d"].map((content) =>
          on.store.updateCell("n", "cell-1", { content }, { expectedVersion: 1 }),
        ),
      );
      const won = tries.filter(({ status }) => status === "fulfilled");
      const lost = tries.filter((one) => one.status === "rejected");
      expect(won).toMatchObject([{ value: { version: 2 } }]);
      for (const { reason } of lost) expect(reason).toMatchObject({ code: "VERSION_CONFLICT" });
      expect((await on.store.notebook("n"))!.cells).toEqual([
        won[0]!.status === "fulfilled" && won[0]!.value,
      ]);
    });

    it("[J9] an unknown cell fails with a list of those that exist, in order", async () => {
      await make("1");
      await on.store.addCell("n", { kind: "title", content: "", position: 1 });
      const unknown = { code: "CELL_NOT_FOUND", data: { cellId: "cell-9", existing: "cell-2, cell-1" } };
      await expect(on.store.updateCell("n", "cell-9", { content: "" })).rejects.toMatchObject(unknown);
      await expect(on.store.removeCell("n", "cell-9")).rejects.toMatchObject(unknown);
      const of = { version: 1, lost: false };
      await expect(on.store.saveRun("n", "cell-9", runOf(), of)).rejects.toMatchObject(unknown);
      expect(await on.store.cellRun("n", "cell-9")).toBeUndefined();
    });

    it("[J10] repeating an addition or change with the same key returns the first answer", async () => {
      await make("1");
      const idempotency = { scope: "s", key: "k" };
      const put = (content: string) => on.store.addCell("n", { kind: "code", content }, idempotency);
      const [added, again] = await Promise.all([put("2"), put("other")]);
      expect(again).toEqual(added);
      const guard = { expectedVersion: 1, idempotency };
      const change = () => on.store.updateCell("n", added.id, { content: "3" }, guard);
      const changed = await change();
      expect(changed).toMatchObject({ content: "3", version: 2 });
      await on.store.updateCell("n", added.id, { content: "4" });
      await on.store.removeCell("n", "cell-1");
      const before = [await on.store.position(), await on.store.notebook("n")];
      expect(await change()).toEqual(changed);
      expect(await put("2")).toEqual(added);
      expect([await on.store.position(), await on.store.notebook("n")]).toEqual(before);
    });

    it("[J10] a failed change stores no key", async () => {
      await make("1");
      const idempotency = { scope: "s", key: "k" };
      const change = (expectedVersion: number) =>
        on.store.updateCell("n", "cell-1", { content: "2" }, { expectedVersion, idempotency });
      await expect(change(9)).rejects.toMatchObject({ code: "VERSION_CONFLICT" });
      expect((await change(1)).version).toBe(2);
    });
  });
}
