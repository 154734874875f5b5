import { describe, expect, test } from "vitest";
import { notebookSetup } from "../../test/support/notebook-setup.ts";

const refusal = (problem: RegExp) => ({
  code: "INVALID_ARGUMENT",
  message: expect.stringMatching(problem),
});

describe("adding and changing", () => {
  test("[J9] cells keep the order of their positions and their exact content", async () => {
    const { notebooks, caller } = await notebookSetup();
    await notebooks.create(caller, { language: "JS" });
    const content = "  \r\n```\n# no title\t";
    await notebooks.addCell(caller, { kind: "markdown", content });
    await notebooks.addCell(caller, { kind: "title", content: "Part\r\none\n", position: 0 });
    await notebooks.addCell(caller, { kind: "code", content: "", position: 2 });
    await notebooks.addCell(caller, { kind: "code", content: "1", filename: "one", position: 99 });
    expect((await notebooks.open(caller)).cells).toMatchObject([
      { id: "cell-2", kind: "title", content: "Part one" },
      { id: "cell-3", kind: "code", content: "", filename: "cell-3.js" },
      { id: "cell-1", kind: "markdown", content },
      { id: "cell-4", kind: "code", content: "1", filename: "one.js" },
    ]);
  });

  test("[J9] a name in use gets a number, and the answer says so", async () => {
    const { notebooks, caller } = await notebookSetup();
    await notebooks.create(caller, {});
    const cell = { kind: "code", content: "1", filename: "utils.ts" } as const;
    expect(await notebooks.addCell(caller, cell)).not.toHaveProperty("warning");
    const second = await notebooks.addCell(caller, cell);
    expect(second).toMatchObject({ cell: { filename: "utils-2.ts" } });
    expect(second.warning).toBe("Another cell is called utils.ts, so this one is utils-2.ts.");
    const third = await notebooks.addCell(caller, { ...cell, filename: "other.ts" });
    expect(await notebooks.updateCell(caller, { cellId: third.cell.id, filename: "utils" })).toMatchObject({
      cell: { filename: "utils-3.ts" },
      warning: expect.stringContaining("utils-3.ts"),
    });
  });

  test("[J10] a repeat with the same key changes nothing and returns the same answer", async () => {
    const { notebooks, caller } = await notebookSetup();
    const keyed = (key: string) => ({ ...caller, idempotency: { scope: "s", key } });
    const made = await notebooks.create(keyed("a"), { title: "Once" });
    expect(await notebooks.create(keyed("a"), { title: "Once" })).toEqual(made);
    const other = await notebooks.create(caller, { title: "Another" });
    expect(other.id).not.toBe(made.id);
    const add = () => notebooks.addCell(keyed("b"), { notebookId: made.id, kind: "code", content: "1" });
    expect(await add()).toEqual(await add());
    const change = () =>
      notebooks.updateCell(keyed("c"), { cellId: "cell-1", content: "2", expectedVersion: 1 });
    expect(await change()).toEqual(await change());
    const { cells } = await notebooks.open(caller, made.id);
    expect(cells).toMatchObject([{ content: "2", version: 2 }]);
    expect(await notebooks.list()).toHaveLength(2);
  });

  test("[J7] refuses a change or removal based on an old version", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("1");
    await notebooks.updateCell(caller, { cellId: "a.ts", content: "2" });
    const conflict = { code: "VERSION_CONFLICT" };
    const change = { cellId: "a.ts", content: "3", expectedVersion: 1 };
    await expect(notebooks.updateCell(caller, change)).rejects.toMatchObject(conflict);
    await expect(notebooks.removeCell(caller, change)).rejects.toMatchObject(conflict);
    expect(await notebooks.removeCell(caller, { cellId: "a.ts", expectedVersion: 2 })).toMatchObject({
      cellId: "cell-1",
    });
    expect((await notebooks.open(caller)).cells).toEqual([]);
  });

  test("[X1] refuses invalid input with what to send, and changes nothing", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("1");
    await notebooks.addCell(caller, { kind: "markdown", content: "Text" });
    const before = await notebooks.open(caller);
    const add = { kind: "code", content: "1" } as const;
    await expect(notebooks.addCell(caller, { ...add, filename: "../x.ts" })).rejects.toMatchObject(
      refusal(/folder/),
    );
    const change = { cellId: "cell-2" };
    await expect(notebooks.updateCell(caller, change)).rejects.toMatchObject(refusal(/new content/));
    await expect(notebooks.updateCell(caller, { ...change, filename: "x.ts" })).rejects.toMatchObject(
      refusal(/markdown cell/),
    );
    await expect(notebooks.updateCell(caller, { cellId: "a.ts", filename: " " })).rejects.toMatchObject(
      refusal(/empty/),
    );
    expect(await notebooks.open(caller)).toEqual(before);
  });
});

describe("limits", () => {
  test("[X1] a cell holds at most one mebibyte, and all cells together what can be loaded again", async () => {
    const { notebooks, caller } = await notebookSetup();
    await notebooks.create(caller, {});
    const full = { kind: "markdown", content: "x".repeat(1024 * 1024) } as const;
    await expect(notebooks.addCell(caller, { ...full, content: `${full.content}y` })).rejects.toMatchObject(
      refusal(/at most 1048576 bytes/),
    );
    for (let cell = 0; cell < 3; cell++) await notebooks.addCell(caller, full);
    await expect(notebooks.addCell(caller, { ...full, content: "x" })).rejects.toMatchObject(
      refusal(/together/),
    );
    const { path, bytes } = await notebooks.export(caller, {});
    expect(bytes).toBeGreaterThan(3 * 1024 * 1024);
    expect((await notebooks.load(caller, { path })).cells).toHaveLength(3);
  });

  test("[X1] a notebook has at most a thousand cells", async () => {
    const { notebooks, caller } = await notebookSetup();
    const cell = "<!-- clew:cell -->\n\nText\n\n";
    const content = `<!-- srcbook:{"language":"typescript"} -->\n\n# Many\n\n${cell.repeat(1000)}`;
    expect((await notebooks.load(caller, { content })).cellCount).toBe(1000);
    const one = { kind: "markdown", content: "One more" } as const;
    await expect(notebooks.addCell(caller, one)).rejects.toMatchObject(refusal(/at most 1000 cells/));
    await expect(notebooks.load(caller, { content: content + cell })).rejects.toMatchObject(
      refusal(/at most 1000/),
    );
  });
});
