import { describe, expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";
import { toCellRun } from "../cell-run.ts";
import { escapeHtml } from "../html-escape.ts";
import { outputToHtml } from "../html-output.ts";
import { toIpynb } from "../ipynb.ts";
import { hideCrashReport } from "./crash-report.ts";
import { errorFrame } from "./error-frame.ts";
import { DEFAULT_KERNEL_LIMITS } from "./limits.ts";
import { createTranscript } from "./transcript.ts";

describe("in one process", () => {
  const ground = useGround({ limits: { memoryMb: 256, outputBytes: 100_000 } });
  const { attack } = ground;

  test.each([
    ["empty displays", "for (let i = 0; i < 1e6; i++) display({}, { raw: true });"],
    [
      "displays of nothing that can be shown",
      "for (let i = 0; i < 1e6; i++) display({ bad: '' }, { raw: true });",
    ],
    ["small displays", "for (let i = 0; i < 1e6; i++) await display(1);"],
    [
      "rejections",
      "for (let i = 0; i < 1e6; i++) { Promise.reject(1); if (i % 100 === 0) await new Promise((f) => setTimeout(f)); }",
    ],
  ])("[Z17] kills a cell with a million %s before it finishes", async (_, code) => {
    const result = await attack(code, 60_000);
    expect(result).toMatchObject({ status: "killed", error: { message: "The cell printed too much." } });
    expect(result.displays.length).toBeLessThanOrEqual(100);
  });

  test.each([
    [
      "a bundle of 200,000 keys",
      "const bundle = {}; for (let i = 0; i < 2e5; i++) bundle['a/' + i] = 'x'; await display(bundle, { raw: true });",
    ],
    [
      "a bundle with a prototype",
      'await display(JSON.parse(\'{"__proto__": "x", "constructor": "y", "text/plain": "z"}\'), { raw: true });',
    ],
    [
      "names of media types that are HTML",
      "await display({ '<img src=x onerror=alert(1)>/x': 'a', 'text/plain': 'z' }, { raw: true });",
    ],
    [
      "JSON that is deep",
      "let deep = 0; for (let i = 0; i < 5000; i++) deep = [deep]; await display({ 'application/json': JSON.stringify(deep), 'text/plain': 'z' }, { raw: true });",
    ],
    [
      "a proxy as bundle",
      "await display(new Proxy({ 'text/plain': 'z' }, { ownKeys: () => ['text/plain', 'a/b'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }), { raw: true });",
    ],
  ])("[Z17] shows %s as far as it consists of text with media types", async (_, code) => {
    const { status, displays } = await attack(`${code} 1`, 20_000);
    expect(status).toBe("completed");
    for (const data of displays)
      for (const name of Object.keys(data)) expect(name).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
    expect(displays[0] && Object.keys(displays[0]).length).toBeLessThanOrEqual(16);
  });

  test.each([
    ["bytes that are no UTF-8", "new Uint8Array(300).map((_, i) => i)"],
    ["NULs", "new Uint8Array(1000)"],
    ["half a character", "new Uint8Array([0xf0, 0x9f])"],
    ["escape sequences", 'new TextEncoder().encode("\\x1b[2J\\x1b]0;x\\x07".repeat(1000))'],
    ["one line of 5 MB", 'new TextEncoder().encode("x".repeat(5e6))'],
  ])("[Z17] keeps output with %s as text", async (_, bytes) => {
    const { status, output } = await attack(
      `const all = ${bytes}; for (let at = 0; at < all.length; ) at += Deno.stdout.writeSync(all.subarray(at)); 1`,
      20_000,
    );
    expect(status).toBe("completed");
    expect(output.length).toBeLessThanOrEqual(100_000);
    expect(output.isWellFormed()).toBe(true);
  });

  test("[Z17] texts with unpaired surrogates arrive as well-formed text", async () => {
    const { value, error } = await ground.kernel.run('"a\\ud800b"');
    expect([value?.["text/plain"], error]).toEqual(["a\ufffdb", undefined]);
    const failed = await ground.kernel.run('throw new Error("a\\ud800b")');
    expect(failed.error?.message).toBe("a\ufffdb");
  });

  test.each([
    ["a stack without end", 'const e = new Error("x"); e.stack = "at cell.ts:1:1\\n".repeat(1e6); throw e'],
    ["a message of 50 MB", 'throw new Error("x".repeat(5e7))'],
    ["a name of 5 MB", 'const e = new Error("x"); e.name = "n".repeat(5e6); throw e'],
    [
      "a place far away",
      "throw Object.defineProperty(new Error('x'), 'stack', { value: 'at cell.ts:1000000000:1' })",
    ],
    ["a cause that is itself", "const e = new Error('x'); e.cause = e; throw e"],
    ["a stack that throws", "throw Object.defineProperty(new Error('x'), 'stack', { get() { throw 1; } })"],
    ["prepareStackTrace that lies", "Error.prepareStackTrace = () => ({}); throw new Error('x')"],
  ])("[Z17] answers an error with %s in few bytes", async (_, code) => {
    const { status, error } = await attack(code, 20_000);
    expect(["failed", "killed"]).toContain(status);
    expect(JSON.stringify(error).length).toBeLessThan(300_000);
    expect(error?.line ?? 1).toBeLessThan(10);
  });
});

test("[Z17] every frame counts, including an empty one", () => {
  const transcript = createTranscript({ ...DEFAULT_KERNEL_LIMITS, floodBytes: 10 * 4096 }, undefined);
  for (let i = 0; i < 10; i++) transcript.countFrame();
  expect(transcript.flooded).toBe(false);
  transcript.countFrame();
  expect(transcript.flooded).toBe(true);
});

test("[Z14] a long report in tiny pieces takes linear time", () => {
  let written = 0;
  const words = hideCrashReport((bytes) => {
    written += bytes.length;
  });
  const started = process.cpuUsage().user;
  words.push(Buffer.from("<--- Last few GCs --->"));
  for (let i = 0; i < 500_000; i++) words.push(Buffer.from("x"));
  words.end(true);
  expect(written).toBe(500_022);
  expect((process.cpuUsage().user - started) / 1_000).toBeLessThan(4_000);
});

test("[Z17] a code frame of distant lines or of a long line is short", () => {
  expect(errorFrame("a\nb", 1e9, 1e9)).toBe("");
  expect(errorFrame("x".repeat(1e6), 1, 5e5).length).toBeLessThan(1_000);
});

test("[Z17] what a cell claims has no effect in exports", () => {
  const markup = "<script>alert(1)</script>";
  const run = toCellRun(
    {
      status: "failed",
      output: `\x1b[2J\0${markup}\ud800`,
      displays: [
        {
          "x/y": markup,
          "text/html": markup,
          "application/json": `${"[".repeat(3000)}${"]".repeat(3000)}`,
        },
      ],
      error: { name: markup, message: markup, line: 1e9, column: 1e9 },
      exitCode: 1,
      durationMs: 1,
      truncated: false,
      fresh: true,
    },
    "code",
    "2026-01-01T00:00:00.000Z",
  );
  for (const output of run.outputs) {
    const html = outputToHtml(output);
    expect(html).not.toContain("<script");
    expect(html.isWellFormed()).toBe(true);
  }
  expect(escapeHtml("\0\ud800")).toBe("\ufffd\ufffd");
  const cell = { id: "a", kind: "code", filename: "a.ts", content: "code" } as const;
  const notebook = { title: "T", language: "typescript", cells: [cell] } as never;
  expect(() => JSON.parse(toIpynb(notebook, new Map([["a", run.outputs]])))).not.toThrow();
});
