import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { groupMembers, useGround } from "../../../test/support/attack-setup.ts";
import { DEFAULT_KERNEL_LIMITS } from "./limits.ts";
import { countsThreads, namespaceLayer } from "./namespace-layer.ts";
import { memoryMb, processTree } from "./process-tree.ts";

const GROWING =
  "const both = ['f', 'g'].map((name) => Deno.openSync(name, { create: true, append: true, write: true })); ";
const PASSED = "The notebook's files have passed the limit";

describe("memory, output and time", () => {
  const { attack } = useGround();

  test("[Z4] a heap that outgrows its limit ends the process", async () => {
    // Collecting many small objects would take a busy machine longer than the cell may run.
    const code = "const heap = []; for (;;) heap.push(Array(10_000).fill(heap.length));";
    const { status } = await attack(code, 50_000);
    expect(status).toBe("killed");
  });

  test.each([
    ["array buffers", "const all = []; for (let i = 0; i < 40; i++) all.push(new Uint8Array(16e6).fill(1));"],
    ["one array buffer", "new Uint8Array(640e6).fill(1)"],
    ["shared memory", "const all = []; for (let i = 0; i < 40; i++) all.push(new SharedArrayBuffer(16e6));"],
    ["WebAssembly memory", "new Uint8Array(new WebAssembly.Memory({ initial: 10_000 }).buffer).fill(1)"],
  ])("[Z4] %s of 640 MB are refused under a limit of 256", async (_, code) => {
    const { status, error } = await attack(code, 20_000);
    expect(["failed", "killed"]).toContain(status);
    expect(error?.message).toMatch(/allocation failed|ended by|could not allocate|of memory/i);
  });

  test("[Z4] 100 MB of output are cut at the limit, and the result says so", async () => {
    const { status, output, truncated } = await attack(
      'for (let i = 0; i < 1000; i++) console.log("x".repeat(1e5)); 1',
      20_000,
    );
    expect({ status, length: output.length, truncated }).toEqual({
      status: "completed",
      length: 10_000,
      truncated: true,
    });
  });

  test("[Z4] a cell that prints 1 GB is killed on the way", async () => {
    const code = 'const line = "x".repeat(1e6); for (let i = 0; i < 1000; i++) console.log(line);';
    expect(await attack(code, 30_000)).toMatchObject({
      status: "killed",
      truncated: true,
      error: { message: "The cell printed too much." },
    });
  });

  test("[Z4] a cell starts no workers", async () => {
    const worker = "for (;;) new Worker('data:application/javascript,for(;;);', { type: 'module' })";
    expect((await attack(worker)).error?.message).toBe("Cells have no workers.");
  });

  test.each([
    ["an import", 'import { Worker } from "node:worker_threads";'],
    ["an import of all", 'import threads from "worker_threads";\nconst { Worker } = threads;'],
    ["an import that hides", 'const { Worker } = await eval("imp" + "ort(`node:worker_threads`)");'],
    ["require", 'const { Worker } = require("node:worker_threads");'],
    ["the process", 'const { Worker } = process.getBuiltinModule("node:worker" + "_threads");'],
  ])("[Z4] a cell starts no workers through Node by %s", async (_, code) => {
    const { error, output } = await attack(`${code}\nnew Worker("for (;;);", { eval: true });`, 5_000);
    expect(error?.message).toContain("node:worker_threads is not available to cells");
    expect(output).toBe("");
  });
});

describe("what a process can really reach", () => {
  const ground = useGround({ limits: { memoryMb: 256 } });
  const fill = (make: string) => `const all = []; try { for (;;) all.push(${make}); } catch {} 1`;

  test.each([
    ["array buffers", fill("new Uint8Array(4e6).fill(1)")],
    ["small array buffers", fill("new Uint8Array(1e5).fill(1)")],
    ["WebAssembly memories", fill("new Uint8Array(new WebAssembly.Memory({ initial: 64 }).buffer).fill(1)")],
    [
      "array buffers beside half a heap",
      `const heap = Array.from({ length: 2e6 }, (_, n) => ({ n })); ${fill("new Uint8Array(4e6).fill(1)")}`,
    ],
  ])(
    "[SB10] %s stay within the documented limit",
    async (_, code) => {
      await ground.kernel.warm();
      let most = 0;
      let looking = true;
      const look = (async () => {
        while (looking) most = Math.max(most, (await memoryMb(ground.kernel.pid!)) ?? 0);
      })();
      const { status } = await ground.kernel.run(code, { timeoutMs: 60_000 });
      looking = false;
      await look;
      expect(["completed", "killed", "failed"]).toContain(status);
      expect(most).toBeGreaterThan(128);
      expect(most).toBeLessThan(256 * 1.05);
    },
    90_000,
  );

  test("[SB11] refuses a cell that opens unlimited files, and the next cell works", async () => {
    const code =
      "const all = []; try { for (;;) all.push(Deno.openSync('f', { create: true, write: true })); } catch (error) { console.log(all.length, error.message); }";
    const { output } = await ground.kernel.run(code);
    const [, count] = /^(\d+) Too many open files/.exec(output) ?? [];
    expect(Number(count)).toBeGreaterThan(100);
    expect(Number(count)).toBeLessThan(256);
    expect((await ground.kernel.run("1")).status).toBe("completed");
  });
});

describe("threads", () => {
  const ground = useGround();

  test("[SB13] a process is limited to 128 threads, and a busy cell stays below that", async () => {
    await ground.kernel.warm();
    let most = 0;
    let limit: string | undefined;
    let looking = true;
    const look = (async () => {
      while (looking) {
        const deno = (await processTree(ground.kernel.pid!)).at(-1);
        const read = (name: string) => readFile(`/proc/${deno}/${name}`, "utf8").catch(() => "");
        const [status, limits] = [await read("status"), await read("limits")];
        if (!/^Name:\tdeno$/m.test(status)) continue;
        limit = /^Max processes +(\d+)/m.exec(limits)?.[1];
        most = Math.max(most, Number(/^Threads:\t(\d+)/m.exec(status)?.[1] ?? 0));
      }
    })();
    const code = `Deno.writeTextFileSync("f", "x");
const key = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
const derive = () => crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(8), iterations: 2e4 }, key, 256);
await Promise.all(Array.from({ length: 600 }, (_, n) => (n % 2 ? derive() : Deno.readTextFile("f"))));
"done"`;
    const { value, error } = await ground.kernel.run(code, { timeoutMs: 50_000 });
    looking = false;
    await look;
    expect({ value: value?.["text/plain"], error }).toEqual({ value: "done", error: undefined });
    const isCounted = (await namespaceLayer()).root !== undefined && countsThreads();
    if (isCounted) expect(limit).toBe(`${DEFAULT_KERNEL_LIMITS.threads}`);
    expect(most).toBeGreaterThan(5);
    expect(most).toBeLessThan(DEFAULT_KERNEL_LIMITS.threads);
  });
});

describe("processor time and file size", () => {
  const { attack } = useGround({ limits: { cpuSeconds: 1, fileMb: 1 } });

  test("[Z4] a cell that uses up its processor time is killed", async () => {
    const { status, error } = await attack("for (;;);", 50_000);
    expect(status).toBe("killed");
    expect(error?.message).toMatch(/SIGXCPU|SIGKILL/);
  });

  test("[Z4] a file over its size is refused", async () => {
    expect((await attack('Deno.writeFileSync("big", new Uint8Array(3e6))')).status).not.toBe("completed");
  });
});

describe("after the answer", () => {
  const ground = useGround({ limits: { diskMb: 20 } });

  test("[Z4] ends timers that use the processor after their run", async () => {
    const { kernel } = ground;
    const busy = "setInterval(() => { const end = Date.now() + 100; while (Date.now() < end); }); 1";
    expect((await kernel.run(busy)).status).toBe("completed");
    const group = kernel.pid!;
    // On a busy machine it gets little of the processor.
    await expect.poll(() => groupMembers(group), { timeout: 150_000, interval: 200 }).toEqual([]);
    expect(await kernel.run("6 * 7")).toMatchObject({ status: "completed", fresh: true });
  }, 160_000);

  test("[Z8] ends timers that fill the disk after their run", async () => {
    const { kernel } = ground;
    const fill = "let n = 0; setInterval(() => Deno.writeFileSync('f' + n++, new Uint8Array(1e6)), 50); 1";
    expect((await kernel.run(fill)).status).toBe("completed");
    const group = kernel.pid!;
    await expect.poll(() => groupMembers(group), { timeout: 50_000, interval: 200 }).toEqual([]);
    expect((await kernel.run("1")).output).toContain(PASSED);
  });
});

describe("files", () => {
  const ground = useGround({ limits: { diskMb: 20, files: 500, fileMb: 200 } });

  test.each([
    ["large files", "for (let i = 0; ; i++) Deno.writeFileSync('f' + (i % 50), new Uint8Array(4e6));"],
    [
      "two files that grow",
      `${GROWING}for (;;) for (const one of both) try { one.writeSync(new Uint8Array(1e5)); } catch {}`,
    ],
    ["small files", "for (let i = 0; ; i++) Deno.writeTextFileSync('f' + (i % 5000), 'x');"],
    ["folders", "for (let i = 0; ; i++) Deno.mkdirSync('d' + (i % 5000), { recursive: true });"],
    [
      "folders in folders",
      "for (let n = 0; ; n++) Deno.mkdirSync(n + '/d'.repeat(50), { recursive: true });",
    ],
  ])(
    "[Z8] a cell that fills the disk with %s is killed, and the next run says to delete files",
    async (_, code) => {
      const { kernel } = ground;
      await kernel.warm();
      const group = kernel.pid!;
      const result = await kernel.run(code, { timeoutMs: 20_000 });
      expect(result.status).toBe("killed");
      expect(result.error?.message).toMatch(/passed the limit|cannot be counted|grew beyond its limit/);
      await expect.poll(() => groupMembers(group)).toEqual([]);
      const next = await kernel.run("6 * 7");
      expect(next).toMatchObject({ status: "completed", value: { "text/plain": "42" } });
      expect(next.output).toMatch(/have passed the limit of [^:]+: delete some of them\. Until then/);
      for (const name of readdirSync(ground.folder)) rmSync(join(ground.folder, name), { recursive: true });
      expect(await kernel.run("6 * 7")).toMatchObject({ status: "completed", output: "" });
    },
  );

  test("[Z8] a cell above the limit may delete files, and is killed if it adds some", async () => {
    const { kernel } = ground;
    for (const name of ["a", "b", "c"]) writeFileSync(join(ground.folder, name), new Uint8Array(10e6));
    const add = "Deno.writeFileSync('d', new Uint8Array(4e6)); for (;;);";
    const added = await kernel.run(add, { timeoutMs: 20_000 });
    expect(added).toMatchObject({ status: "killed", output: expect.stringContaining(PASSED) });
    expect(added.error?.message).toMatch(/had passed the limit of 20 MB before this run, and it added/);
    const tidy = "for (const name of ['a', 'd']) Deno.removeSync(name); Deno.writeTextFileSync('a', 'less')";
    expect(await kernel.run(tidy)).toMatchObject({
      status: "completed",
      output: expect.stringContaining(PASSED),
    });
    expect(await kernel.run("Deno.removeSync('b'); globalThis.kept = 1")).toMatchObject({
      status: "completed",
    });
    expect(await kernel.run("kept")).toMatchObject({ output: "", fresh: false });
  });

  test.runIf(existsSync("/proc/self/fd"))("[Z8] a deleted file counts while it is open", async () => {
    const hidden = "Deno.openSync('f' + i, { create: true, write: true })";
    // Stays below the limit on open files, which a cell on a busy machine could reach before the next check.
    const code = `for (let i = 0; i < 100; i++) { const f = ${hidden}; Deno.removeSync('f' + i); f.writeSync(new Uint8Array(1e6)); } for (;;);`;
    const result = await ground.attack(code, 20_000);
    expect(result).toMatchObject({ status: "killed" });
    expect(result.error?.message).toContain(PASSED);
  });

  test("[Z8] packages do not count", async () => {
    mkdirSync(join(ground.folder, "node_modules"));
    writeFileSync(join(ground.folder, "node_modules/large"), new Uint8Array(30e6));
    expect((await ground.attack("1")).status).toBe("completed");
  });

  test("[Z8] an unreadable folder hides no files", async () => {
    const code =
      "Deno.mkdirSync('d'); Deno.chmodSync('d', 0o300); for (let i = 0; ; i++) Deno.writeTextFileSync('d/' + i, 'x'.repeat(1e6));";
    // Root can read every folder and counts too many files; other users cannot read it.
    const isRoot = process.getuid?.() === 0;
    const { error } = await ground.kernel.run(code);
    expect(error?.message).toContain(isRoot ? "have passed the limit" : "cannot be counted");
    const next = await ground.kernel.run("1");
    if (!isRoot) expect(next.error?.message).toBe("The notebook's folder cannot be read (EACCES).");
    chmodSync(join(ground.folder, "d"), 0o700);
    expect((await ground.kernel.run("1")).status).toBe("completed");
  });
});
