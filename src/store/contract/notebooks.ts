import { describe, expect, it, vi } from "vitest";
import { follow } from "../port.ts";
import type { Fixture } from "./fixture.ts";
import { codes, notebookOf, runOf } from "./notebook-fixture.ts";

/** The contract for notebooks. */
export function describeNotebooks(on: Fixture): void {
  const { add } = on;
  describe("notebooks", () => {
    it("[J6] a notebook is stored with all its fields, its cells numbered in order", async () => {
      const made = await on.store.createNotebook(
        notebookOf("n", {
          cells: [
            { kind: "title", content: "Numbers" },
            { kind: "markdown", content: "" },
            { kind: "code", content: "1", filename: "one.ts" },
          ],
          allowNet: ["example.com"],
          packageJson: "{}",
          tsconfig: "",
        }),
      );
      const fresh = { version: 1, stale: false };
      expect(made).toEqual({
        id: "n",
        title: "Numbers",
        language: "typescript",
        allowNet: ["example.com"],
        packageJson: "{}",
        tsconfig: "",
        cellCount: 3,
        createdAt: made.updatedAt,
        updatedAt: new Date(made.updatedAt).toISOString(),
        cells: [
          { id: "cell-1", kind: "title", content: "Numbers", ...fresh },
          { id: "cell-2", kind: "markdown", content: "", ...fresh },
          { id: "cell-3", kind: "code", content: "1", filename: "one.ts", ...fresh },
        ],
      });
      expect(await on.store.notebook("n")).toEqual(made);
    });

    it("[J6] an empty notebook has no cells, no network and no files", async () => {
      const made = await on.store.createNotebook(notebookOf("n", { language: "javascript" }));
      expect(made).toMatchObject({ language: "javascript", allowNet: [], cellCount: 0, cells: [] });
      expect(Object.keys(made)).not.toContain("packageJson");
      expect(Object.keys(made)).not.toContain("tsconfig");
    });

    it("[J6] notebooks are listed newest change first, by id prefix and up to a limit", async () => {
      for (const id of ["a-1", "b-1", "a-2"]) await on.store.createNotebook(notebookOf(id));
      const ids = async (filter: Parameters<typeof on.store.notebooks>[0]) =>
        (await on.store.notebooks(filter)).map(({ id }) => id);
      expect(await ids({})).toEqual(["a-2", "b-1", "a-1"]);
      await on.store.addCell("a-1", { kind: "code", content: "1" });
      expect(await ids({})).toEqual(["a-1", "a-2", "b-1"]);
      expect(await ids({ limit: 2 })).toEqual(["a-1", "a-2"]);
      expect(await ids({ limit: 0 })).toEqual([]);
      expect(await ids({ idPrefix: "a-" })).toEqual(["a-1", "a-2"]);
      expect(await ids({ idPrefix: "%" })).toEqual([]);
      const { cells: _, ...summary } = (await on.store.notebook("a-1"))!;
      expect((await on.store.notebooks({}))[0]).toEqual(summary);
    });

    it("[J6] a list has 100 notebooks by default and at most 1,000", async () => {
      await Promise.all(
        Array.from({ length: 1001 }, (_, i) => on.store.createNotebook(notebookOf(`n-${i}`))),
      );
      expect(await on.store.notebooks({})).toHaveLength(100);
      expect(await on.store.notebooks({ limit: 5000 })).toHaveLength(1000);
    });

    it("[J6] each field of a notebook can change separately", async () => {
      await on.store.createNotebook(notebookOf("n", { cells: codes("1"), tsconfig: "{}" }));
      expect((await on.store.changeNotebook("n", { title: "Primes" })).title).toBe("Primes");
      await on.store.changeNotebook("n", { allowNet: ["a.example", "b.example"] });
      const changed = await on.store.changeNotebook("n", { packageJson: '{"type":"module"}' });
      expect(changed).toMatchObject({
        title: "Primes",
        allowNet: ["a.example", "b.example"],
        packageJson: '{"type":"module"}',
        tsconfig: "{}",
        cellCount: 1,
      });
      expect(await on.store.notebook("n")).toEqual(changed);
      expect((await on.store.changeNotebook("n", { allowNet: [] })).allowNet).toEqual([]);
    });

    it("[J20] a title changes only if the expected title is the current one", async () => {
      const { title } = await on.store.createNotebook(notebookOf("n"));
      await on.store.changeNotebook("n", { title: "Primes" }, { expectedTitle: title });
      const before = await on.store.notebook("n");
      const late = on.store.changeNotebook("n", { title: "Other" }, { expectedTitle: title });
      await expect(late).rejects.toMatchObject({ code: "TITLE_CONFLICT", data: { current: "Primes" } });
      expect(await on.store.notebook("n")).toEqual(before);
    });

    it("[J6] every write to a notebook, its cells and their runs updates the time of its last change", async () => {
      const made = await on.store.createNotebook(notebookOf("n", { cells: codes("1") }));
      const of = { version: 1, lost: false };
      const writes = [
        () => on.store.changeNotebook("n", {}),
        () => on.store.addCell("n", { kind: "title", content: "t" }),
        () => on.store.saveRun("n", "cell-1", runOf(), of),
        () => on.store.updateCell("n", "cell-1", { content: "2" }),
        () => on.store.removeCell("n", "cell-1"),
      ];
      let last = made.updatedAt;
      for (const write of writes) {
        await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(last)), { interval: 1 });
        await write();
        const { createdAt, updatedAt } = (await on.store.notebook("n"))!;
        expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(last));
        expect(createdAt).toBe(made.createdAt);
        last = updatedAt;
      }
    });

    it("[J6] every change of a notebook, its cells and their runs is in the feed, in order with thoughts", async () => {
      const { thought } = await add("before");
      const from = await on.store.position();
      await on.store.createNotebook(notebookOf("n", { cells: codes("1", "2") }));
      await on.store.changeNotebook("n", { title: "Primes" });
      await on.store.addCell("n", { kind: "markdown", content: "m" });
      await add("between");
      await on.store.updateCell("n", "cell-1", { content: "3" });
      await on.store.saveRun("n", "cell-1", runOf(), { version: 2, lost: false });
      await on.store.removeCell("n", "cell-2");
      const changes = await on.store.changes(from, 100);
      const change = { kind: "notebook", notebookId: "n" };
      const between = { kind: "thought", sessionId: thought.sessionId, seq: 2 };
      const results = changes.map(({ position: _, ...one }) => one);
      expect(results).toEqual([change, change, change, between, change, change, change]);
      const positions = changes.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
      expect(positions[0]).toBeGreaterThan(from);
      expect(await on.store.position()).toBe(positions.at(-1));
    });

    it("[J6] writes that change nothing are not in the feed", async () => {
      await on.store.createNotebook(notebookOf("n", { cells: codes("1") }));
      const before = await on.store.position();
      await on.store.updateCell("n", "cell-1", { content: "1", filename: "cell-1.ts" });
      await on.store.updateCell("n", "cell-1", {});
      await on.store.updateCell("n", "cell-1", { content: "2" }, { expectedVersion: 9 }).catch(() => {});
      await on.store.removeCell("n", "cell-9").catch(() => {});
      await on.store.notebook("n");
      expect(await on.store.position()).toBe(before);
    });

    it("[F2] a follower gets the changes of notebooks as they come", async () => {
      const stop = new AbortController();
      const seen: (string | undefined)[] = [];
      const done = (async () => {
        for await (const changes of follow(on.store, 0, stop.signal)) {
          seen.push(...changes.map(({ notebookId }) => notebookId));
          if (seen.length >= 20) stop.abort();
        }
      })();
      const ids = Array.from({ length: 20 }, (_, i) => `n-${i}`);
      for (const id of ids) await on.store.createNotebook(notebookOf(id));
      await done;
      expect(seen).toEqual(ids);
    });

    it("[J10] repeating create with the same key returns the first notebook", async () => {
      const idempotency = { scope: "s", key: "k" };
      const make = (id: string) => on.store.createNotebook(notebookOf(id), idempotency);
      const made = await Promise.all(["a", "b", "c"].map(make));
      const { id } = made[0]!;
      expect(made.map((notebook) => notebook.id)).toEqual([id, id, id]);
      await on.store.changeNotebook(id, { title: "Primes" });
      const before = await on.store.position();
      expect(await make("d")).toMatchObject({ id, title: "Primes" });
      expect(await on.store.position()).toBe(before);
      expect(await on.store.notebooks({})).toHaveLength(1);
      const other = await on.store.createNotebook(notebookOf("e"), { ...idempotency, scope: "other" });
      expect(other.id).toBe("e");
      expect((await add("a notebook's key is not a thought's", { idempotency })).replayed).toBe(false);
    });

    it("[J9] a handle remembers the notebook it used last, beside its session", async () => {
      await add("one");
      const before = await on.store.handle("h");
      expect(await on.store.moveHandle("h", { notebookId: "n" })).toEqual({ ...before, notebookId: "n" });
      await on.store.moveHandle("h", { root: "/somewhere" });
      await add("two");
      const after = { ...before, notebookId: "n", root: "/somewhere" };
      expect(await on.store.handle("h")).toEqual(after);
      expect(await on.store.moveHandle("h", { notebookId: "m" })).toEqual({ ...after, notebookId: "m" });
      expect(await on.store.handle("never seen")).toEqual({});
    });

    it("[J9] unknown ids fail with a message that names them, and reading them finds nothing", async () => {
      const notFound = { code: "NOTEBOOK_NOT_FOUND", data: { notebookId: "nope" } };
      const draft = { kind: "code", content: "1" } as const;
      await expect(on.store.changeNotebook("nope", {})).rejects.toMatchObject(notFound);
      await expect(on.store.addCell("nope", draft)).rejects.toMatchObject(notFound);
      await expect(on.store.updateCell("nope", "cell-1", {})).rejects.toMatchObject(notFound);
      await expect(on.store.removeCell("nope", "cell-1")).rejects.toMatchObject(notFound);
      const of = { version: 1, lost: false };
      await expect(on.store.saveRun("nope", "cell-1", runOf(), of)).rejects.toMatchObject(notFound);
      expect(await on.store.notebook("nope")).toBeUndefined();
      expect(await on.store.cellRun("nope", "cell-1")).toBeUndefined();
      expect(await on.store.cellRuns("nope")).toEqual(new Map());
      expect(await on.store.changes(0, 10)).toEqual([]);
    });
  });
}
