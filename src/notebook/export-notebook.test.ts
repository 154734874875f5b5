import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { notebookSetup } from "../../test/support/notebook-setup.ts";
import type { NotebookCaller, Notebooks } from "./notebooks.ts";

const failed = (reason: RegExp) => ({ code: "EXPORT_FAILED", message: expect.stringMatching(reason) });

describe("where an export goes", () => {
  test("[J17] goes to exports/ under its title by default, with a number if the name is in use", async () => {
    const { home, notebooks, caller } = await notebookSetup();
    const { id } = await notebooks.create(caller, { title: "Größe & Maß!" });
    const first = await notebooks.export(caller, {});
    const text = readFileSync(join(home, first.path));
    expect(first).toEqual({
      notebookId: id,
      path: join("exports", "gro-e-ma.src.md"),
      format: "src.md",
      bytes: text.length,
    });
    const more = await Promise.all(
      [{}, { format: "html" }, { format: "ipynb" }, {}].map((one) =>
        notebooks.export(caller, one as Parameters<Notebooks["export"]>[1]),
      ),
    );
    expect(more.map(({ path }) => path.replace(/^.*gro-e-ma/, "")).sort()).toEqual([
      "-2.src.md",
      "-3.src.md",
      ".html",
      ".ipynb",
    ]);
    await notebooks.create(caller, { title: "日本" });
    expect((await notebooks.export(caller, {})).path).toBe(join("exports", "notebook.src.md"));
  });

  test("[J17] a path is relative to the bound root or the data home, and its extension sets the format", async () => {
    const { home, store, notebooks, caller } = await notebookSetup();
    const root = realpathSync(scratchFolder());
    await notebooks.create(caller, {});
    expect(await notebooks.export(caller, { path: "a/b.md" })).toMatchObject({
      path: join("a", "b.md"),
      format: "src.md",
    });
    await store.moveHandle(caller.handle, { root });
    expect(await notebooks.export(caller, { path: "c.HTML" })).toMatchObject({
      path: join(root, "c.HTML"),
      format: "html",
    });
    const path = join(home, "d.ipynb");
    expect(await notebooks.export(caller, { path, format: "ipynb" })).toMatchObject({ path: "d.ipynb" });
    expect(readdirSync(root)).toEqual(["c.HTML"]);
  });

  test("[J17] replaces an existing file only with overwrite", async () => {
    const { home, notebooks, caller } = await notebookSetup();
    await notebooks.create(caller, { title: "New" });
    writeFileSync(join(home, "a.src.md"), "old");
    await expect(notebooks.export(caller, { path: "a.src.md" })).rejects.toMatchObject(
      failed(/overwrite: true/),
    );
    expect(readFileSync(join(home, "a.src.md"), "utf8")).toBe("old");
    await notebooks.export(caller, { path: "a.src.md", overwrite: true });
    expect(readFileSync(join(home, "a.src.md"), "utf8")).toContain("# New");
    mkdirSync(join(home, "folder.html"));
    for (const overwrite of [false, true])
      await expect(notebooks.export(caller, { path: "folder.html", overwrite })).rejects.toMatchObject(
        failed(/of that name/),
      );
  });

  test("[J17] refuses paths elsewhere and names without a known format, and creates nothing", async () => {
    const { home, notebooks, caller } = await notebookSetup();
    await notebooks.create(caller, {});
    const outside = realpathSync(scratchFolder());
    symlinkSync(outside, join(home, "out"));
    symlinkSync(join(outside, "x.md"), join(home, "link.md"));
    const before = readdirSync(home).sort();
    const refusals: readonly (readonly [Parameters<Notebooks["export"]>[1], RegExp])[] = [
      [{ path: "../a.md" }, /outside/],
      [{ path: "out/a.md" }, /outside/],
      [{ path: "link.md", overwrite: true }, /has no target/],
      [{ path: join(outside, "a.md") }, /outside/],
      [{ path: "a.txt" }, /must end in .src.md, .ipynb or .html/],
      [{ path: "a/" }, /must end in/],
      [{ path: "a.md", format: "html" }, /html file must end in .html/],
      [{ path: "a.ipynb", format: "src.md" }, /must end in .src.md/],
      [{ path: `${"x".repeat(300)}.md` }, /too long/],
    ];
    for (const [order, reason] of refusals)
      await expect(notebooks.export(caller, order)).rejects.toMatchObject(failed(reason));
    expect(readdirSync(home).sort()).toEqual(before);
    expect(readdirSync(outside)).toEqual([]);
  });
});

test("[J3] [J4] Jupyter and HTML contain the outputs of cells", async () => {
  const { home, notebooks, caller, withCode } = await notebookSetup();
  await withCode("console.log('printed');\n6 * 7", "throw new Error('broken')");
  await notebooks.runCells(caller, {});
  const { path } = await notebooks.export(caller, { format: "ipynb" });
  const cells = JSON.parse(readFileSync(join(home, path), "utf8")).cells;
  expect(cells.slice(1)).toMatchObject([
    { outputs: [{ text: ["printed\n"] }, { output_type: "execute_result", data: { "text/plain": ["42"] } }] },
    { outputs: [{ output_type: "error", evalue: "broken" }] },
  ]);
  const html = await notebooks.export(caller, { format: "html" });
  expect(readFileSync(join(home, html.path), "utf8")).toMatch(/printed[\s\S]*42[\s\S]*broken/);
});

describe("and import", () => {
  const content = fc.oneof(
    fc.constantFrom(
      "1",
      "```\n# x\n~~~",
      "# title",
      "###### a.ts",
      "<!-- clew:cell -->",
      "a\r\nb",
      "",
      "\n\n",
    ),
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.string({ unit: "binary", maxLength: 10 }),
  );
  const kind = fc.constantFrom("code" as const, "markdown" as const, "title" as const);
  const which = fc.nat({ max: 9 });
  const step = fc.oneof(
    fc.record({ do: fc.constant("add" as const), kind, content, position: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ do: fc.constant("update" as const), which, content }),
    fc.record({
      do: fc.constant("rename" as const),
      which,
      name: fc.constantFrom("a", "b.ts", "c d.js", "日本"),
    }),
    fc.record({ do: fc.constant("remove" as const), which }),
    fc.record({ do: fc.constant("run" as const), which }),
  );
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

  async function take(
    notebooks: Notebooks,
    caller: NotebookCaller,
    notebookId: string,
    one: Step,
  ): Promise<void> {
    if (one.do === "add") return void (await notebooks.addCell(caller, { ...one, notebookId }));
    const { cells } = await notebooks.open(caller, notebookId);
    const cell = cells[one.which % Math.max(1, cells.length)];
    if (!cell) return;
    const at = { notebookId, cellId: cell.id };
    if (one.do === "update") await notebooks.updateCell(caller, { ...at, content: one.content });
    else if (one.do === "remove") await notebooks.removeCell(caller, at);
    else if (cell.kind !== "code") return;
    else if (one.do === "rename") await notebooks.updateCell(caller, { ...at, filename: one.name });
    else await notebooks.runCell(caller, at);
  }

  test("[J1] [J6] after any additions, changes, removals and runs, an export loads as the same cells", async () => {
    const { notebooks, caller } = await notebookSetup();
    const plain = ({ cells }: Awaited<ReturnType<Notebooks["open"]>>) =>
      cells.map((cell) => [cell.kind, cell.content, cell.kind === "code" ? cell.filename : undefined]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.string({ unit: "grapheme", maxLength: 20 }),
        async (steps, title) => {
          const { id } = await notebooks.create(caller, { title });
          for (const one of steps) await take(notebooks, caller, id, one);
          const made = await notebooks.open(caller, id);
          const { path } = await notebooks.export(caller, { path: "again.src.md", overwrite: true });
          const loaded = await notebooks.load(caller, { path });
          expect(plain(loaded)).toEqual(plain(made));
          expect([loaded.title, loaded.language]).toEqual([made.title, made.language]);
        },
      ),
      { numRuns: 25 },
    );
  });
});
