import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernel, type Kernel, type RunResult } from "./kernel.ts";

const TIMEOUT_MS = 1_500;
let outside: TemporaryFolder;
let folder: string;
let kernel: Kernel;

beforeEach(() => {
  outside = temporaryFolder();
  folder = join(outside.path, "notebook");
  mkdirSync(folder);
  kernel = createKernel({ folder, limits: { memoryMb: 256, outputBytes: 10_000 } });
});
afterEach(async () => {
  await kernel.close();
  outside[Symbol.dispose]();
});

/** Runs the attack, and checks what must hold after every one of them. */
async function attack(code: string, timeoutMs = TIMEOUT_MS): Promise<RunResult> {
  const group = await currentGroup();
  let turns = 0;
  const clock = setInterval(() => turns++, 5);
  const result = await kernel.run(code, { timeoutMs });
  clearInterval(clock);
  // The host went on with its own work meanwhile.
  if (result.durationMs > 500) expect(turns).toBeGreaterThan(10);
  if (result.exitCode === null) expect(groupMembers(group)).toEqual([]);
  expect((await kernel.run("6 * 7")).value).toEqual({ "text/plain": "42" });
  const last = await currentGroup();
  if (result.exitCode === null) expect(last).not.toBe(group);
  await kernel.close();
  expect([...groupMembers(group), ...groupMembers(last)]).toEqual([]);
  return result;
}

async function currentGroup(): Promise<number> {
  return Number((await kernel.run("Deno.pid")).value?.["text/plain"]);
}

function groupMembers(group: number): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      return Number(fields[2]) === group;
    } catch {
      return false;
    }
  });
}

test.each([
  ["reads a file", 'await Deno.readTextFile("/etc/passwd")'],
  ["reads a file through Node", 'import { readFileSync } from "node:fs";\nreadFileSync("/etc/passwd")'],
  ["imports a file as text", 'await import("/etc/passwd", { with: { type: "text" } })'],
  ["imports a file as code", 'await import("file:///etc/hostname")'],
  ["climbs up", '[...Deno.readDirSync("..")]'],
  ["reads its environment", "Deno.env.toObject()"],
  ["reads a variable", "process.env.PATH"],
  ["reads its environment by /proc", 'Deno.readTextFileSync("/proc/self/environ")'],
  ["writes outside", 'Deno.writeTextFileSync("../escaped", "x")'],
  ["makes a symlink", 'Deno.symlinkSync("/etc", "etc")'],
  ["makes a symlink through Node", 'import { symlinkSync } from "node:fs";\nsymlinkSync("/etc", "etc")'],
  ["makes a hard link", 'Deno.linkSync("/etc/passwd", "passwd")'],
  ["renames out", 'Deno.writeTextFileSync("in", "x"); Deno.renameSync("in", "../escaped")'],
  ["listens", "Deno.listen({ port: 0 })"],
  ["starts a program", 'new Deno.Command("/bin/ls").outputSync()'],
  ["starts a program through Node", 'import cp from "node:child_process";\ncp.execFileSync("/bin/ls")'],
  ["opens a database outside", 'import { DatabaseSync } from "node:sqlite";\nnew DatabaseSync("../escaped")'],
  ["connects to a socket file", 'await Deno.connect({ transport: "unix", path: "/run/any.sock" })'],
  ["makes a temporary file", "Deno.makeTempFileSync()"],
  ["signals its parent", 'Deno.kill(Deno.ppid, "SIGTERM")'],
  ["loads a library", 'Deno.dlopen("libc.so.6", {})'],
  ["asks about the machine", "Deno.hostname()"],
  ["opens an inspector", 'import { Session } from "node:inspector";\nnew Session().connect()'],
  ["imports from the network", 'await import("https://example.com/a.js")'],
  ["imports from npm", 'await import("npm:left-pad")'],
])("[Z2] a cell that %s is refused", async (_, code) => {
  const { status, error } = await attack(code);
  expect(status).toBe("failed");
  expect(`${error?.name} ${error?.message}`).toMatch(
    /NotCapable|Requires \w+ access|--no-(remote|npm)|unscoped/,
  );
  expect(existsSync(join(outside.path, "escaped"))).toBe(false);
});

test("[Z2] a cell reaches no server, not even on loopback", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end();
  });
  server.on("connection", () => requests++);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const { error } = await attack(`await fetch("http://127.0.0.1:${port}/")`);
  expect(error?.message).toContain("Requires net access");
  server.close();
  expect(requests).toBe(0);
});

test("[Z2] a database in the folder attaches none outside, and no storage lies elsewhere", async () => {
  const attach = "ATTACH DATABASE '../escaped' AS other; CREATE TABLE other.t (a)";
  const code = `import { DatabaseSync } from "node:sqlite";\nnew DatabaseSync("in.db").exec(\`${attach}\`)`;
  expect((await attack(code)).error?.message).toContain("too many attached databases");
  expect(existsSync(join(outside.path, "escaped"))).toBe(false);
  kernel = createKernel({ folder });
  const { value } = await kernel.run("[typeof caches, typeof localStorage, typeof sessionStorage].join()");
  expect(value?.["text/plain"]).toBe("undefined,undefined,undefined");
});

test.each([
  ["by its path", 'await import("../node_modules/above/index.js")'],
  ["by its name", 'await import("above")'],
  [
    "by require",
    'import { createRequire } from "node:module";\ncreateRequire(Deno.cwd() + "/a.js")("above")',
  ],
])("[Z2] a package above the folder is not loaded %s", async (_, code) => {
  mkdirSync(join(outside.path, "node_modules/above"), { recursive: true });
  writeFileSync(join(outside.path, "node_modules/above/index.js"), "module.exports = 'reached';");
  expect((await attack(code)).error?.message).toMatch(/Requires read access|not a dependency/);
});

test("[Z2] a permission cannot be asked for", async () => {
  const code =
    '["net", "run", "env", "ffi", "sys"].map((name) => Deno.permissions.requestSync({ name }).state).join()';
  expect((await attack(code)).value?.["text/plain"]).toMatch(/^(denied,?)+$/);
});

test.each([
  ["leads out", "/etc"],
  ["leads nowhere yet", "/nowhere/yet"],
])("[Z2] a folder with a link that %s runs nothing", async (_, target) => {
  symlinkSync(target, join(folder, "link"));
  const { status, error } = await kernel.run("1");
  expect({ status, message: error?.message }).toEqual({
    status: "failed",
    message: "The notebook's folder has a link that leads out of it: link",
  });
});

test("[Z2] a link within the folder is allowed, and a comma in its path is not", async () => {
  mkdirSync(join(folder, "a"));
  symlinkSync("a", join(folder, "b"));
  expect((await kernel.run("1")).status).toBe("completed");
  const comma = join(outside.path, "x,y");
  mkdirSync(comma);
  expect((await createKernel({ folder: comma }).run("1")).error?.message).toContain("comma");
});

test.each([
  ["loops", "for (;;);"],
  ["never stops its microtasks", "const spin = () => Promise.resolve().then(spin); await spin();"],
  ["awaits what never comes", "await new Promise(() => {})"],
  ["traps SIGTERM", 'Deno.addSignalListener("SIGTERM", () => {}); for (;;);'],
  ["shows itself forever", '({ [Symbol.for("Jupyter.display")]: () => new Promise(() => {}) })'],
  ["loops in a getter of its value", "({ toJSON() { for (;;); } })"],
  ["sleeps", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)"],
])("[Z3] a cell that %s is answered at its deadline with its output so far", async (_, code) => {
  const { status, output, exitCode, error } = await attack(`console.log("so far");\n${code}`);
  expect({ status, output, exitCode, name: error?.name }).toEqual({
    status: "timeout",
    output: "so far\n",
    exitCode: null,
    name: "Timeout",
  });
});

test.each([
  ["exits", "Deno.exit(3)", 3],
  ["exits through Node", "process.exit(4)", 4],
  ["exits after an await", "await 1; Deno.exit(5)", 5],
  ["closes its stdout", "Deno.stdout.close()", 1],
])("[Z3] a cell that %s has failed, and the next gets a fresh process", async (_, code, exitCode) => {
  const result = await attack(`console.log("so far");\n${code}`);
  expect(result).toMatchObject({ status: "failed", exitCode, error: { name: "Exit" } });
  expect(result.output).toMatch(/^so far\n/);
});

test.each([
  [
    "pollutes the prototypes",
    "Object.prototype.toJSON = () => 1; Array.prototype.map = String.prototype.slice = null",
  ],
  ["breaks promises", "Promise.prototype.then = () => { throw 1; };"],
  ["breaks what the kernel uses", "JSON.stringify = Deno.inspect = Reflect.apply = TextEncoder = null"],
  ["closes its stdin", "Deno.stdin.close()"],
])("[Z3] a cell that %s is answered, and so is the next", async (_, code) => {
  const first = await kernel.run(code, { timeoutMs: TIMEOUT_MS });
  const second = await kernel.run("1", { timeoutMs: TIMEOUT_MS });
  for (const { status } of [first, second]) expect(["completed", "failed", "timeout"]).toContain(status);
  const last = await kernel.run("for (;;);", { timeoutMs: 200 });
  expect(["timeout", "failed"]).toContain(last.status);
});

test.each([
  ["a getter that throws", "({ get a() { throw 1; } })", "{ a: [Getter] }"],
  ["a then that throws", "({ get then() { throw 1; } })", "{ then: [Getter] }"],
  ["a then that never calls back", "({ then() {} })", "{ then: [Function: then] }"],
])("[Z3] a value with %s is shown", async (_, code, text) => {
  expect(await attack(code)).toMatchObject({ status: "completed", value: { "text/plain": text } });
});

test("[Z3] interrupt, an abort signal and close end a run, and what waits is answered", async () => {
  const started = Promise.withResolvers<void>();
  const first = kernel.run('console.log("on"); for (;;);', { onOutput: () => started.resolve() });
  await started.promise;
  kernel.interrupt();
  expect(await first).toMatchObject({ status: "killed", output: "on\n" });

  const abort = new AbortController();
  const second = kernel.run('console.log("on"); for (;;);', {
    signal: abort.signal,
    onOutput: () => abort.abort(),
  });
  expect((await second).status).toBe("killed");

  const group = await currentGroup();
  const runs = [kernel.run("for (;;);"), kernel.run("1")];
  await kernel.close();
  expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(["killed", "killed"]);
  expect(groupMembers(group)).toEqual([]);
});

test("[Z4] a heap that outgrows its limit ends the process", async () => {
  const { status } = await attack("const heap = []; for (;;) heap.push({ n: heap.length });", 20_000);
  expect(status).toBe("killed");
});

test.each([
  ["array buffers", "const all = []; for (let i = 0; i < 40; i++) all.push(new Uint8Array(16e6).fill(1));"],
  ["one array buffer", "new Uint8Array(640e6).fill(1)"],
  ["shared memory", "const all = []; for (let i = 0; i < 40; i++) all.push(new SharedArrayBuffer(16e6));"],
])("[Z4] %s of 640 MB are refused under a limit of 256", async (_, code) => {
  const { status, error } = await attack(code, 20_000);
  expect(["failed", "killed"]).toContain(status);
  expect(error?.message).toMatch(/allocation failed|ended by|could not allocate/i);
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

test("[Z4] a flood of output, processor time and file size end a run", async () => {
  await kernel.close();
  kernel = createKernel({ folder, limits: { floodBytes: 1_000_000, cpuSeconds: 1, fileMb: 1 } });
  expect(await kernel.run('for (;;) console.log("x".repeat(1e5));')).toMatchObject({
    status: "killed",
    error: { message: "The cell printed too much." },
  });
  expect((await kernel.run("for (;;);")).error?.message).toMatch(/SIGXCPU|SIGKILL/);
  expect((await kernel.run('Deno.writeFileSync("big", new Uint8Array(3e6))')).status).not.toBe("completed");
});

test("[Z4] a cell starts no workers", async () => {
  const worker = "new Worker('data:application/javascript,for(;;);', { type: 'module' })";
  expect((await attack(worker)).error?.message).toBe("Cells have no workers.");
});
