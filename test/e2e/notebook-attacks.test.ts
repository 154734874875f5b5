import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { notebook, noted } from "../support/notebook.ts";
import { openHttp, openStdio, type TestClient } from "./tools/client.ts";

const WITHIN_MS = 100;
const attacks: Readonly<Record<string, string>> = {
  "an endless loop": "for (;;);",
  "a heap bomb": 'const hoard = [];\nfor (;;) hoard.push(new Array(100_000).fill("x" + hoard.length));',
  "a buffer bomb": "const hoard = [];\nfor (;;) hoard.push(new Uint8Array(64 * 1024 * 1024).fill(1));",
  "1 GB of output":
    'const line = "x".repeat(1024 * 1024);\nfor (let i = 0; i < 1024; i += 1) console.log(line);',
  "a storm of displays": "for (;;) await display({ a: 1 });",
  "a storm of empty displays": "for (;;) display({}, { raw: true });",
  "large displays":
    'const text = "x".repeat(900_000);\nfor (;;) await display({ "text/plain": text }, { raw: true });',
  "wide displays":
    "const wide = Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ['a/' + i, '']));\nfor (;;) display(wide, { raw: true });",
  "beginnings of frames":
    "const half = new Uint8Array(65536).fill(0x1e);\nfor (;;) Deno.stdout.writeSync(half);",
  "lines that look like frames":
    "const lines = new TextEncoder().encode(('\\x1e' + '0'.repeat(32) + '.1 {\\n').repeat(1500));\nfor (;;) Deno.stdout.writeSync(lines);",
  "a report of Deno's failure without end":
    "const byte = new Uint8Array([10]);\nDeno.stdout.writeSync(new TextEncoder().encode('<--- Last few GCs --->'));\nfor (;;) Deno.stdout.writeSync(byte);",
  "escape sequences and NULs":
    "const codes = new TextEncoder().encode('\\x1b[2J\\0\\x9b'.repeat(10_000));\nfor (;;) Deno.stdout.writeSync(codes);",
};

describe.each([
  ["stdio", openStdio("2026-07-28")],
  ["http", openHttp("handshake")],
])("while a cell attacks, over %s", (_, open) => {
  let testClient: TestClient;
  let other: Awaited<ReturnType<TestClient["connect"]>>;
  beforeAll(async () => {
    testClient = await open();
    // Over HTTP another client of the same server; a stdio server has one client.
    other = testClient.pid === null ? await testClient.connect() : testClient;
    await noted(testClient.client, "create", { title: "Attacks" });
    await answerOf(other.client, "think", { thought: "Warm" });
  });
  afterAll(() => testClient?.[Symbol.asyncDispose]());

  it.each(Object.entries(attacks))(
    "[Z11] %s: thoughts are answered within 100 ms, 19 of 20 on a busy machine",
    async (__, content) => {
      const { cellId } = await noted(testClient.client, "add_cell", { content });
      // A busy machine only adds time: one attempt within the limit is enough.
      let slowest = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 4 && slowest >= WITHIN_MS; attempt++)
        slowest = Math.min(slowest, await answerTime(cellId as string));
      expect(slowest).toBeLessThan(WITHIN_MS);
      expect(await noted(testClient.client, "list_cells")).toMatchObject({ title: "Attacks" });
    },
  );

  /** Runs the cell and returns the 95th percentile of the response times of thoughts in the meantime. */
  async function answerTime(cellId: string): Promise<number> {
    let isOver = false;
    const run = notebook(testClient.client, "run_cell", { cellId, timeoutMs: 3_000 }).finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    while (!isOver) {
      const started = performance.now();
      await answerOf(other.client, "think", { thought: "Still here?", session_id: "watchman" });
      times.push(performance.now() - started);
    }
    const result = await run;
    expect(result.isError).toBe(true);
    expect(["timeout", "killed", "failed"]).toContain(result.structured!.status);
    expect(times.length).toBeGreaterThan(3);
    return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * 0.95)]!;
  }
});
