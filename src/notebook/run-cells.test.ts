import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { notebookSetup } from "../../test/support/notebook-setup.ts";
import { noNamespaces } from "./kernel/namespace-layer.ts";
import type { CellState } from "./notebook-store.ts";

const stale = (cells: readonly CellState[]) => cells.map((cell) => cell.stale);
const FOREVER = "console.log('begun');\nawait (globalThis.never = new Promise(() => {}));";

/** Resolves when the cell has printed something. */
function printing() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { begun: promise, onOutput: () => resolve() };
}

describe("one cell", () => {
  test("[SB9] the first run in a process says if the file layer is not active; later runs do not", async () => {
    const { notebooks, caller, withCode } = await notebookSetup(
      {},
      { layer: noNamespaces("none, for this test") },
    );
    await withCode("1");
    const { warning } = await notebooks.runCell(caller, { cellId: "a.ts" });
    expect(warning).toMatch(/^The file layer of the sandbox is not active\. .*host's files/);
    expect((await notebooks.runCell(caller, { cellId: "a.ts" })).warning).toBeUndefined();
  });

  test("[SB8] refuses a cell if the file layer is required and missing", async () => {
    const missing = { layer: noNamespaces("none, for this test"), sandbox: "required" } as const;
    const { notebooks, caller, withCode } = await notebookSetup({}, missing);
    await withCode("1");
    await expect(notebooks.runCell(caller, { cellId: "a.ts" })).rejects.toThrow(/CLEW_NOTEBOOK_SANDBOX=auto/);
  });

  test("[J12] a run stores what was printed, displayed and evaluated, in order", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    const id = await withCode(
      "console.log('one');\nawait display({ shown: 1 });\nconsole.log('two');\n[6 * 7]",
    );
    const { run, cell, warning } = await notebooks.runCell(caller, { cellId: "a.ts" });
    expect(run).toMatchObject({ status: "completed", exitCode: 0, truncated: false });
    expect(run.durationMs).toBeGreaterThan(0);
    expect(run.outputs).toMatchObject([
      { type: "stream", name: "stdout", text: "one\ntwo\n" },
      { type: "display", data: { "application/json": '{"shown":1}' } },
      { type: "display", data: { "application/json": "[42]" }, result: true },
    ]);
    expect(run.outputs[1]).not.toHaveProperty("result");
    expect([cell.stale, cell.run?.status, warning]).toEqual([false, "completed", undefined]);
    expect((await notebooks.cell(caller, { cellId: "a.ts" })).run).toEqual(run);
    expect(await notebooks.output(id, cell.id)).toBe("one\ntwo\n");
    expect(await notebooks.output(id, "cell-9")).toBeUndefined();
    expect((await notebooks.read(id))?.runs.get(cell.id)).toEqual(run);
    expect(await notebooks.run(id, cell.id)).toEqual(run);
    expect(await notebooks.run(id, "cell-9")).toBeUndefined();
    expect(await notebooks.read("nb-nothing")).toBeUndefined();
    expect(await notebooks.ids(id.slice(0, 5))).toEqual([id]);
  });

  test("[J12] a failed cell has its error with a code frame and no stack", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("const a = 1;\nthrow new TypeError('no good');");
    const { run } = await notebooks.runCell(caller, { cellId: "cell-1" });
    expect(run).toMatchObject({ status: "failed", exitCode: 1 });
    expect(run.outputs).toEqual([
      {
        type: "error",
        name: "TypeError",
        message: "no good",
        frame: expect.stringContaining("throw new TypeError"),
      },
    ]);
  });

  test("[Z1] cells import each other as files, in their current state", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode(
      "export const half = (n: number): number => n / 2;",
      'import { half } from "./a.ts";\nhalf(84)',
      'import { twice } from "./more.ts";\ntwice(21)',
    );
    const value = async (cellId: string) => (await notebooks.runCell(caller, { cellId })).run.outputs.at(-1);
    expect(await value("b.ts")).toMatchObject({ data: { "text/plain": "42" } });
    const { cell } = await notebooks.addCell(caller, { kind: "code", content: "export const twice = 1;" });
    await notebooks.updateCell(caller, {
      cellId: cell.id,
      content: "export const twice = (n: number) => n * 2;",
      filename: "more.ts",
    });
    expect(await value("c.ts")).toMatchObject({ data: { "text/plain": "42" } });
  });

  test("[J12] Markdown does not run", async () => {
    const { notebooks, caller } = await notebookSetup();
    await notebooks.create(caller, {});
    for (const kind of ["markdown", "title"] as const) {
      const { cell } = await notebooks.addCell(caller, { kind, content: "Text" });
      await expect(notebooks.runCell(caller, { cellId: cell.id })).rejects.toMatchObject({
        code: "INVALID_ARGUMENT",
        message: expect.stringContaining(`${kind} cell`),
      });
    }
  });

  test("[J12] if cells cannot run at all, the refusal says why and names no path", async () => {
    const { home, notebooks, caller, withCode, start } = await notebookSetup();
    const id = await withCode("1");
    const folder = join(home, "notebooks", id);
    mkdirSync(join(folder, "b.ts"));
    await notebooks.addCell(caller, { kind: "code", content: "2", filename: "b.ts" });
    const refused = async (reason: RegExp) => {
      const error = await notebooks.runCell(caller, { cellId: "a.ts" }).catch((refusal: unknown) => refusal);
      expect(error).toMatchObject({ code: "EXECUTION_FAILED", message: expect.stringMatching(reason) });
      expect((error as Error).message).not.toContain(home);
    };
    await refused(/a folder of that name/);
    rmdirSync(join(folder, "b.ts"));
    expect((await notebooks.runCell(caller, { cellId: "a.ts" })).run.status).toBe("completed");
    await notebooks.close();
    symlinkSync(home, join(folder, "out"));
    await expect(start().runCell(caller, { cellId: "a.ts" })).rejects.toMatchObject({
      code: "EXECUTION_FAILED",
      message: expect.stringMatching(/^Cells cannot run here: .*link/),
    });
  });

  test("[J15] the deadline ends a run, keeps its output, and the next run says what is lost", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("const kept = 1;", FOREVER, "typeof kept");
    await notebooks.runCell(caller, { cellId: "a.ts" });
    const { run } = await notebooks.runCell(caller, { cellId: "b.ts", timeoutMs: 1_000 });
    expect(run).toMatchObject({ status: "timeout", exitCode: null });
    expect(run.outputs).toMatchObject([
      { type: "stream", text: "begun\n" },
      { type: "error", name: "Timeout" },
    ]);
    expect(stale((await notebooks.open(caller)).cells)).toEqual([true, false, false]);
    const next = await notebooks.runCell(caller, { cellId: "c.ts" });
    expect(next.run.outputs).toMatchObject([{ data: { "text/plain": "undefined" } }]);
    expect(next.warning).toMatch(/kernel restarted.*run_all/);
    expect((await notebooks.runCell(caller, { cellId: "c.ts" })).warning).toBeUndefined();
  });

  test("[J15] reduces a timeout above the operator's maximum, and says so", async () => {
    const { notebooks, caller, withCode } = await notebookSetup({ maxTimeoutMs: 400, timeoutMs: 10_000 });
    await withCode(FOREVER);
    const held = await notebooks.runCell(caller, { cellId: "a.ts", timeoutMs: 60_000 });
    expect(held.run).toMatchObject({ status: "timeout" });
    expect(held.run.outputs.at(-1)).toMatchObject({ message: expect.stringContaining("400 ms") });
    expect(held.warning).toBe("timeoutMs is from 1 to 400 here: 400 was taken.");
    const own = await notebooks.runCell(caller, { cellId: "a.ts" });
    expect([own.run.status, own.warning]).toEqual(["timeout", undefined]);
    const least = await notebooks.runCell(caller, { cellId: "a.ts", timeoutMs: -5 });
    expect([least.run.status, least.warning]).toEqual(["timeout", expect.stringContaining("1 was taken")]);
  });

  test("[J15] cancelling ends the run with its output; runs that wait behind it do not start", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode(FOREVER, "globalThis.ran = true;", "globalThis.ran");
    const stop = new AbortController();
    const { begun, onOutput } = printing();
    const running = notebooks.runCell(caller, { cellId: "a.ts" }, { signal: stop.signal, onOutput });
    await begun;
    const waiting = notebooks.runCell(caller, { cellId: "b.ts" }, { signal: stop.signal });
    waiting.catch(() => {});
    stop.abort();
    expect((await running).run).toMatchObject({
      status: "killed",
      outputs: [{ text: "begun\n" }, { name: "Killed" }],
    });
    await expect(waiting).rejects.toMatchObject({
      code: "EXECUTION_FAILED",
      message: expect.stringContaining("cancelled"),
    });
    expect((await notebooks.cell(caller, { cellId: "b.ts" })).run).toBeUndefined();
    expect((await notebooks.runCell(caller, { cellId: "c.ts" })).run.outputs).toEqual([]);
  });

  test("[J16] runs of one notebook run one after another", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("let n = 0;", "const seen = n; await new Promise((r) => setTimeout(r, 20)); n = seen + 1");
    await notebooks.runCell(caller, { cellId: "a.ts" });
    const runs = await Promise.all([1, 2, 3].map(() => notebooks.runCell(caller, { cellId: "b.ts" })));
    expect(runs.map(({ run }) => run.outputs.at(-1))).toMatchObject(
      ["1", "2", "3"].map((text) => ({ data: { "text/plain": text } })),
    );
  });

  test("[J8] a change makes its cell and later ones stale, a run clears that, and a lost kernel makes all stale", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("1", "2", "Deno.exit(3)");
    for (const cellId of ["a.ts", "b.ts"]) await notebooks.runCell(caller, { cellId });
    const marks = async () => stale((await notebooks.open(caller)).cells);
    await notebooks.updateCell(caller, { cellId: "a.ts", content: "10" });
    expect(await marks()).toEqual([true, true, false]);
    await notebooks.runCell(caller, { cellId: "a.ts" });
    expect(await marks()).toEqual([false, true, false]);
    await notebooks.runCell(caller, { cellId: "b.ts" });
    const { run } = await notebooks.runCell(caller, { cellId: "c.ts" });
    expect(run).toMatchObject({ status: "failed", exitCode: 3 });
    expect(await marks()).toEqual([true, true, false]);
  });

  test("[J8] a cell that is removed while it runs is answered, and its run is not stored", async () => {
    const { home, notebooks, caller, withCode } = await notebookSetup();
    const id = await withCode(
      "console.log('begun');\nwhile (!(await Deno.stat('go').catch(() => 0)));\n'over'",
      "1",
    );
    const { begun, onOutput } = printing();
    const running = notebooks.runCell(caller, { cellId: "a.ts" }, { onOutput });
    await begun;
    await notebooks.removeCell(caller, { cellId: "a.ts" });
    writeFileSync(join(home, "notebooks", id, "go"), "");
    expect((await running).run.status).toBe("completed");
    expect((await notebooks.read(id))!.runs.size).toBe(0);
  });
});

describe("several cells", () => {
  const texts = (ran: readonly { readonly run: { readonly outputs: readonly unknown[] } }[]) =>
    ran.map(
      ({ run }) =>
        (run.outputs.at(-1) as { data?: Record<string, string> } | undefined)?.data?.["text/plain"],
    );

  test("[J16] run_all starts without variables, runs in order and reports the next cell", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("globalThis.count = (globalThis.count ?? 0) + 1", "let b = count + 1; b", "b + 1");
    await notebooks.addCell(caller, { kind: "markdown", content: "Between", position: 2 });
    for (let round = 0; round < 2; round++) {
      const steps: unknown[] = [];
      const { ran, left } = await notebooks.runCells(caller, {}, { onStep: (...step) => steps.push(step) });
      expect([texts(ran), left]).toEqual([["1", "2", "3"], 0]);
      expect(steps).toEqual([
        [0, 3, "cell-1 (a.ts)", "cell-1"],
        [1, 3, "cell-2 (b.ts)", "cell-2"],
        [2, 3, "cell-3 (c.ts)", "cell-3"],
      ]);
      expect(ran.map(({ warning }) => warning)).toEqual([undefined, undefined, undefined]);
    }
    expect(stale((await notebooks.open(caller)).cells)).toEqual([false, false, false, false]);
  });

  test("[J16] run_all stops at the first failed cell, or continues on request", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("1", "throw new Error('no')", "3");
    const stopped = await notebooks.runCells(caller, {});
    expect(stopped.ran.map(({ run }) => run.status)).toEqual(["completed", "failed"]);
    expect(stopped.left).toBe(1);
    const all = await notebooks.runCells(caller, { keepGoing: true });
    expect(all.ran.map(({ run }) => run.status)).toEqual(["completed", "failed", "completed"]);
    expect(all.left).toBe(0);
  });

  test("[J16] run_stale runs stale cells and those that never ran, with the existing variables", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("globalThis.runs = (globalThis.runs ?? 0) + 1", "let b = 2; b", "b + runs");
    await notebooks.runCells(caller, {});
    expect((await notebooks.runCells(caller, { only: "stale" })).ran).toEqual([]);
    await notebooks.updateCell(caller, { cellId: "b.ts", content: "b = 20; b" });
    await notebooks.addCell(caller, { kind: "code", content: "b + 100" });
    const { ran, left } = await notebooks.runCells(caller, { only: "stale" });
    expect([texts(ran), left]).toEqual([["20", "21", "120"], 0]);
  });

  test("[J16] run_stale runs everything from the top if the variables are lost", async () => {
    const { notebooks, caller, withCode, start } = await notebookSetup();
    await withCode("let a = 1; a", "a + 1");
    await notebooks.runCells(caller, {});
    await notebooks.addCell(caller, { kind: "code", content: "a + 2" });
    await notebooks.close();
    const later = start();
    const { ran } = await later.runCells(caller, { only: "stale" });
    expect(texts(ran)).toEqual(["1", "2", "3"]);
    expect(ran.map(({ warning }) => warning)).toEqual([undefined, undefined, undefined]);
    await later.restart(caller, {});
    expect(texts((await later.runCells(caller, { only: "stale" })).ran)).toEqual(["1", "2", "3"]);
  });

  test("[J16] two run_all calls run one after another, each with fresh variables", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("globalThis.count = (globalThis.count ?? 0) + 1", "count + 1");
    const both = await Promise.all([notebooks.runCells(caller, {}), notebooks.runCells(caller, {})]);
    expect(both.map(({ ran }) => texts(ran))).toEqual([
      ["1", "2"],
      ["1", "2"],
    ]);
  });

  test("[J16] a notebook without code has nothing to run", async () => {
    const { notebooks, caller } = await notebookSetup();
    const { id } = await notebooks.create(caller, {});
    for (const only of [{}, { only: "stale" }] as const)
      expect(await notebooks.runCells(caller, only)).toEqual({ notebookId: id, ran: [], left: 0 });
  });

  test("[J15] cancelling keeps finished runs and skips the rest", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    await withCode("1", FOREVER, "3");
    const stop = new AbortController();
    const { begun, onOutput } = printing();
    const running = notebooks.runCells(caller, { keepGoing: true }, { signal: stop.signal, onOutput });
    await begun;
    stop.abort();
    const { ran, left } = await running;
    expect([ran.map(({ run }) => run.status), left]).toEqual([["completed", "killed"], 1]);
    expect((await notebooks.open(caller)).cells.map(({ run }) => run?.status)).toEqual([
      "completed",
      "killed",
      undefined,
    ]);
    const none = await notebooks.runCells(caller, {}, { signal: AbortSignal.abort() });
    expect([none.ran, none.left]).toEqual([[], 3]);
  });

  test("[J16] interrupt ends the current run and those behind it, and the variables are lost", async () => {
    const { notebooks, caller, withCode } = await notebookSetup();
    const id = await withCode("let a = 1;", FOREVER, "typeof a");
    expect(await notebooks.interrupt(caller)).toEqual({ notebookId: id, interrupted: false });
    const { begun, onOutput } = printing();
    const running = notebooks.runCells(caller, { keepGoing: true }, { onOutput });
    await begun;
    expect(await notebooks.interrupt(caller)).toEqual({ notebookId: id, interrupted: true });
    const { ran, left } = await running;
    expect([ran.map(({ run }) => run.status), left]).toEqual([["completed", "killed"], 1]);
    expect(stale((await notebooks.open(caller)).cells)).toEqual([true, false, false]);
    expect(texts([await notebooks.runCell(caller, { cellId: "c.ts" })])).toEqual(["undefined"]);
  });

  test("[J16] restart ends the kernel, makes every cell stale and may change the hosts", async () => {
    const { notebooks, caller, withCode } = await notebookSetup({ allowNet: ["a.example"] });
    await withCode("let a = 1;", "typeof a");
    await notebooks.runCells(caller, {});
    const restarted = await notebooks.restart(caller, { allowNet: ["A.example"] });
    expect([restarted.allowNet, stale(restarted.cells)]).toEqual([["a.example"], [true, true]]);
    const { run, warning } = await notebooks.runCell(caller, { cellId: "b.ts" });
    expect(run.outputs).toMatchObject([{ data: { "text/plain": "undefined" } }]);
    expect(warning).toMatch(/kernel restarted/);
    expect((await notebooks.restart(caller, {})).allowNet).toEqual(["a.example"]);
    expect((await notebooks.restart(caller, { allowNet: [] })).allowNet).toEqual([]);
  });

  test("[J6] closing ends and stores the current run; another process continues", async () => {
    const { notebooks, caller, withCode, start } = await notebookSetup();
    await withCode("let a = 1; a", FOREVER);
    const { begun, onOutput } = printing();
    const running = notebooks.runCells(caller, {}, { onOutput });
    await begun;
    await notebooks.close();
    const later = start();
    expect((await later.open(caller)).cells.map(({ run }) => run?.status)).toEqual(["completed", "killed"]);
    expect((await running).left).toBe(0);
    expect(texts([await later.runCell(caller, { cellId: "a.ts" })])).toEqual(["1"]);
  });
});
