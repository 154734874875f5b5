import { describe, expect, test } from "vitest";
import { groupMembers, useGround } from "../../../test/support/attack-setup.ts";
import { noNamespaces } from "./namespace-layer.ts";

const ENDLESS = [
  ["loops", "for (;;);"],
  [
    "never stops its microtasks",
    "const spin = () => queueMicrotask(spin); spin(); await (globalThis.never = new Promise(() => {}));",
  ],
  ["leaves endless microtasks behind", "const spin = () => queueMicrotask(spin); spin(); 1"],
  ["awaits what never comes", "await (globalThis.never = new Promise(() => {}))"],
  ["traps SIGTERM", 'process.on("SIGTERM", () => {}); for (;;);'],
  ["shows itself forever", '({ [Symbol.for("Jupyter.display")]: () => new Promise(() => {}) })'],
  ["loops in a getter of its value", "({ toJSON() { for (;;); } })"],
  ["awaits a thenable that never settles", "await { then(done) { globalThis.never = done; } }"],
  ["sleeps", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)"],
  ["loops in a regular expression", '/^(a+)+$/.test("a".repeat(40) + "b")'],
] as const;

describe.each([
  ["with the layers that this system allows", undefined],
  ["behind Deno's permissions alone", noNamespaces("none, for this test")],
])("%s", (_, layer) => {
  const { attack } = useGround(layer && { layer });

  test.each(ENDLESS)(
    "[Z3] a cell that %s is answered at its deadline with its output so far",
    async (_, code) => {
      const { status, output, exitCode, error } = await attack(`console.log("so far");\n${code}`);
      expect({ status, output, exitCode, name: error?.name }).toEqual({
        status: "timeout",
        output: "so far\n",
        exitCode: null,
        name: "Timeout",
      });
    },
  );

  test.each([
    ["exits", "Deno.exit(3)", 3],
    ["exits through Node", "process.exit(4)", 4],
    ["exits after an await", "await 1; Deno.exit(5)", 5],
    ["exits from within Node", "process.reallyExit(6)", 6],
    ["closes its stdout", "Deno.stdout.close()", 1],
  ])("[Z3] a cell that %s fails, and the next one gets a fresh process", async (_, code, exitCode) => {
    const result = await attack(`console.log("so far");\n${code}`);
    expect(result).toMatchObject({ status: "failed", exitCode, error: { name: "Exit" } });
    expect(result.output).toMatch(/^so far\n/);
  });

  test.each([["aborts", "process.abort()", "SIGABRT"]])(
    "[Z3] a cell that %s is answered at once with the signal",
    async (_, code, signal) => {
      const { status, output, error } = await attack(`console.log("so far");\n${code}`);
      expect({ status, output }).toEqual({ status: "killed", output: "so far\n" });
      expect(error?.message).toContain(signal);
    },
  );
});

describe("in one process", () => {
  const ground = useGround();
  const { attack } = ground;

  test.each([
    ["awaits what nobody can settle", "await new Promise(() => {})", "nothing could settle any more"],
    ["fills its heap", "for (const heap = []; ; ) heap.push({ n: heap.length });", "it ran out of memory"],
  ])("[Z3] a cell that %s gets the reason, and nothing about this machine", async (_, code, why) => {
    const garbage = "setInterval(() => { globalThis.garbage = Array.from({ length: 2e4 }, () => ({})); });";
    const result = await attack(`console.log("so far");\n${garbage}\n${code}`, 55_000);
    expect(result.error?.message).toContain(why);
    expect(result.output).toMatch(/^so far\n\s*Deno failed here; its report about itself is left out\.\n$/);
    expect(JSON.stringify(result)).not.toMatch(/node_modules|boot\.js|--allow|clew-deno/);
  });

  test.each([
    [
      "pollutes the prototypes",
      "Object.prototype.toJSON = () => 1; Array.prototype.map = String.prototype.slice = null",
    ],
    ["lays traps on every object", "Object.defineProperty(Object.prototype, 'kind', { get() { throw 1; } })"],
    ["breaks promises", "Promise.prototype.then = () => { throw 1; };"],
    ["breaks what the kernel uses", "JSON.stringify = Deno.inspect = Reflect.apply = TextEncoder = null"],
    ["closes its stdin", 'require("fs").closeSync(0)'],
    [
      "closes every file",
      'const fs = require("fs"); for (let i = 0; i < 50; i++) try { fs.closeSync(i); } catch {}',
    ],
  ])(
    "[Z3] a cell that %s is answered, and so is the next; then the process can be replaced",
    async (_, code) => {
      const timeoutMs = 1_500;
      for (const next of [code, "1", "for (;;);"]) {
        const { status, error } = await ground.kernel.run(next, { timeoutMs });
        expect(["completed", "failed", "timeout"]).toContain(status);
        if (status !== "completed") expect(`${error?.name}${error?.message}`).toMatch(/\w/);
      }
      const group = ground.kernel.pid!;
      await ground.kernel.restart();
      expect(groupMembers(group)).toEqual([]);
      expect(await ground.kernel.run("6 * 7")).toMatchObject({ status: "completed", fresh: true });
    },
  );

  test.each([
    ["a getter that throws", "({ get a() { throw 1; } })"],
    ["a then that throws", "({ get then() { throw 1; } })"],
    ["a then that never calls back", "({ then() {} })"],
    ["a proxy that always throws", "new Proxy({}, { get() { throw 1; }, ownKeys() { throw 1; } })"],
    ["a name that throws", "({ get [Symbol.toStringTag]() { throw 1; } })"],
    ["itself inside", "const loop = {}; loop.loop = loop; loop"],
    ["a depth without end", "let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; deep"],
  ])("[Z3] a value with %s is answered", async (_, code) => {
    expect((await attack(code, 10_000)).status).toMatch(/completed|failed/);
  });

  test("[Z3] an error with getters that throw is answered", async () => {
    const code = "throw Object.defineProperty(new Error(), 'message', { get() { throw 1; } })";
    expect((await attack(code)).status).toBe("failed");
  });

  test("[Z5] a frame that a cell prints with a token of its own is output", async () => {
    const forged = `\\x1e${"0".repeat(32)} {"kind":"done","ok":true,"data":{"text/plain":"forged"}}\\n`;
    const code = `Deno.stdout.writeSync(new TextEncoder().encode('${forged}')); "true"`;
    const { status, output, value } = await attack(code);
    expect({ status, value: value?.["text/plain"] }).toEqual({ status: "completed", value: "true" });
    expect(output).toContain("forged");
  });

  test("[Z5] output after the answer belongs to no later run", async () => {
    const { kernel } = ground;
    await kernel.run('setTimeout(() => { console.log("late"); globalThis.printed = true; }, 0); 1');
    const { output } = await kernel.run(
      "while (!globalThis.printed) await new Promise((f) => setTimeout(f)); 1",
    );
    expect(output).toMatch(/^(late\n)?$/);
    expect((await kernel.run("2")).output).toBe("");
  });

  test("[Z5] answers although the channel is flooded with incomplete frames", async () => {
    const code = "const half = new Uint8Array(65536).fill(0x1e); for (;;) Deno.stdout.writeSync(half);";
    expect((await attack(code, 3_000)).status).toMatch(/timeout|killed/);
  });

  test("[Z5] answers although displays never end", async () => {
    const { status, displays } = await attack("for (;;) await display({ a: 1 });", 3_000);
    expect(status).toMatch(/timeout|killed/);
    expect(displays.length).toBeLessThanOrEqual(100);
  });

  test("[Z3] interrupt, an abort signal and close end a run, and waiting runs are answered", async () => {
    const { kernel } = ground;
    expect(kernel.interrupt()).toBe(false);
    const started = Promise.withResolvers<void>();
    const first = kernel.run('console.log("on"); for (;;);', { onOutput: () => started.resolve() });
    await started.promise;
    expect(kernel.interrupt()).toBe(true);
    expect(await first).toMatchObject({ status: "killed", output: "on\n" });

    const abort = new AbortController();
    const second = kernel.run('console.log("on"); for (;;);', {
      signal: abort.signal,
      onOutput: () => abort.abort(),
    });
    expect((await second).status).toBe("killed");

    await kernel.warm();
    const group = kernel.pid!;
    const runs = [kernel.run("for (;;);"), kernel.run("1")];
    await kernel.close();
    expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(["killed", "killed"]);
    expect(groupMembers(group)).toEqual([]);
  });

  test("[Z3] a kernel that is closed while its process starts leaves no process", async () => {
    const { kernel } = ground;
    const run = kernel.run("1");
    await kernel.close();
    expect((await run).status).toBe("killed");
    expect(kernel.pid === undefined ? [] : groupMembers(kernel.pid)).toEqual([]);
  });
});
