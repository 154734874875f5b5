import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";
import { createKernel } from "./kernel.ts";

const ground = useGround();
const { attack } = ground;
const REFUSED =
  /NotCapable|Requires \w+ access|--no-(remote|npm)|unscoped|EPERM|not available to cells|\(reading 'core'\)|is not a function|leads out of/;
const sqlite = 'import { DatabaseSync, backup } from "node:sqlite";\nconst db = new DatabaseSync("in.db");\n';

test.each([
  ["reads a file", 'await Deno.readTextFile("/etc/passwd")'],
  ["reads a file through Node", 'import { readFileSync } from "node:fs";\nreadFileSync("/etc/passwd")'],
  ["reads the database", 'await Deno.readTextFile("../clew.db")'],
  ["reads another notebook's file", 'Deno.readTextFileSync("../other/secret")'],
  ["asks whether a file is there", 'import { statSync } from "node:fs";\nstatSync("../secret")'],
  ["fetches a file", 'await fetch(new URL("../secret", "file://" + Deno.cwd() + "/"))'],
  ["imports a file as text", 'await import("/etc/passwd", { with: { type: "text" } })'],
  ["imports a file as code", 'await import("file:///etc/hostname")'],
  ["climbs up", '[...Deno.readDirSync("..")]'],
  ["changes its folder", 'Deno.chdir("..")'],
  ["reads its environment", "Deno.env.toObject()"],
  ["reads a variable", 'Deno.env.get("PATH")'],
  ["reads its environment by /proc", 'Deno.readTextFileSync("/proc/self/environ")'],
  ["reads its parent's environment", 'Deno.readTextFileSync("/proc/" + Deno.ppid + "/environ")'],
  ["reads its memory", 'Deno.readFileSync("/proc/self/mem")'],
  ["reads a file by /proc", 'Deno.readTextFileSync("/proc/self/root" + "/etc/passwd")'],
  ["reads its pipe by /proc", 'Deno.readTextFileSync("/proc/self/fd/0")'],
  ["reads its pipe by /dev", 'Deno.openSync("/dev/fd/0")'],
  ["writes outside", 'Deno.writeTextFileSync("../escaped", "x")'],
  ["writes into another notebook", 'Deno.writeTextFileSync("../other/escaped", "x")'],
  ["makes a symlink", 'Deno.symlinkSync("/etc", "etc")'],
  ["makes a symlink through Node", 'import { symlinkSync } from "node:fs";\nsymlinkSync("/etc", "etc")'],
  ["makes a hard link", 'Deno.linkSync("../secret", "secret")'],
  ["renames out", 'Deno.writeTextFileSync("in", "x"); Deno.renameSync("in", "../escaped")'],
  ["copies in", 'Deno.copyFileSync("../secret", "secret")'],
  ["removes its folder", "Deno.removeSync(Deno.cwd(), { recursive: true })"],
  ["makes a temporary file", "Deno.makeTempFileSync()"],
  ["opens a database outside", 'import { DatabaseSync } from "node:sqlite";\nnew DatabaseSync("../escaped")'],
  ["attaches a database outside", `${sqlite}db.exec("ATTACH DATABASE '../escaped' AS other")`],
  ["opens a database by address", `${sqlite}new DatabaseSync("file:../escaped?mode=rwc")`],
  ["backs a database up", `${sqlite}await backup(db, "../escaped")`],
  ["writes a heap snapshot", 'import v8 from "node:v8";\nv8.writeHeapSnapshot("../escaped")'],
  ["starts a program", 'new Deno.Command("/bin/ls").outputSync()'],
  ["starts a program through Node", 'import cp from "node:child_process";\ncp.execFileSync("/bin/ls")'],
  ["forks without end", 'import cp from "node:child_process";\nfor (;;) cp.fork("a.js")'],
  ["signals its parent", 'Deno.kill(Deno.ppid, "SIGKILL")'],
  ["signals its parent through Node", 'process.kill(process.ppid, "SIGKILL")'],
  ["signals everybody", 'process.kill(-1, "SIGKILL")'],
  ["signals from within Deno", "Deno[Deno.internal].core.ops.op_node_process_kill(1, 9)"],
  ["reads memory from within Deno", "Deno[Deno.internal].core.ops.op_ffi_ptr_create(4096n)"],
  ["loads a library", 'Deno.dlopen("libc.so.6", {})'],
  ["loads an addon", 'process.dlopen({ exports: {} }, "/lib/addon.node")'],
  ["asks about the machine", "Deno.hostname()"],
  ["opens an inspector", 'import { Session } from "node:inspector";\nnew Session().connect()'],
  ["listens", "Deno.listen({ port: 0 })"],
  ["serves", "Deno.serve(() => new Response())"],
  ["connects", 'await Deno.connect({ hostname: "127.0.0.1", port: 9 })'],
  ["sends a datagram", 'Deno.listenDatagram({ port: 0, transport: "udp" })'],
  ["listens at a socket file", 'Deno.listen({ transport: "unix", path: "in.sock" })'],
  ["connects to a socket without a file", 'await Deno.connect({ transport: "unix", path: "\\0any" })'],
  ["fetches from elsewhere", 'await fetch("http://192.0.2.1/")'],
  ["resolves a name", 'import dns from "node:dns/promises";\nawait dns.lookup("example.com")'],
  ["imports from the network", 'await import("https://example.com/a.js")'],
  ["imports from npm", 'await import("npm:left-pad")'],
])("[Z2] a cell that %s is refused", async (_, code) => {
  const { status, error } = await attack(code);
  expect(status).toBe("failed");
  expect(`${error?.name} ${error?.message}`).toMatch(REFUSED);
});

test("[Z2] a datagram sent through Node reaches nobody", async () => {
  const send = 's.send("x", 9, "127.0.0.1", (error) => (error ? no(error) : yes()));';
  const code = `import dgram from "node:dgram";\nawait new Promise((yes, no) => { const s = dgram.createSocket("udp4"); ${send} });`;
  const { status, output, error } = await attack(code);
  expect(["failed", "timeout"]).toContain(status);
  expect(`${output}${error?.message}`).toMatch(REFUSED);
});

test.each([
  ["fetches over loopback", (port: number) => `await fetch("http://127.0.0.1:${port}/")`],
  [
    "opens a web socket",
    (port: number) =>
      `await new Promise((_, no) => { new WebSocket("ws://127.0.0.1:${port}").onerror = ({ error }) => no(error); })`,
  ],
  [
    "connects through Node",
    (port: number) =>
      `import net from "node:net";\nawait new Promise((_, no) => net.connect(${port}, "127.0.0.1").on("error", no))`,
  ],
])("[Z2] a cell that %s reaches no server", async (_, code) => {
  await using server = await listen(0);
  expect((await attack(code(server.port))).error?.message).toMatch(
    /Requires net access|node:net is not available/,
  );
  expect(server.connections()).toBe(0);
});

test("[Z2] a cell reaches no socket file of its host, even one in its folder", async () => {
  await using outside = await listen(join(ground.outside, "secret.sock"));
  await using inside = await listen(join(ground.folder, "in.sock"));
  const connect = (path: string) => `await Deno.connect({ transport: "unix", path: "${path}" })`;
  const { error } = await ground.kernel.run(connect("in.sock"));
  expect(error?.message).toMatch(REFUSED);
  expect((await attack(connect("../secret.sock"))).error?.message).toMatch(REFUSED);
  expect(outside.connections() + inside.connections()).toBe(0);
});

test("[Z2] a cell has no storage elsewhere and no graphics device", async () => {
  const code = "[typeof caches, typeof localStorage, String(await navigator.gpu?.requestAdapter())].join()";
  expect((await attack(code, 10_000)).value?.["text/plain"]).toMatch(
    /^undefined,undefined,(null|undefined)$/,
  );
});

test.each([
  ["by its path", 'await import("../node_modules/above/index.js")'],
  ["by its name", 'await import("above")'],
  [
    "by require",
    'import { createRequire } from "node:module";\ncreateRequire(Deno.cwd() + "/a.js")("above")',
  ],
])("[Z2] does not load a package above the folder %s", async (_, code) => {
  mkdirSync(join(ground.outside, "node_modules/above"), { recursive: true });
  writeFileSync(join(ground.outside, "node_modules/above/index.js"), "module.exports = 'reached';");
  const { status, value } = await attack(code);
  expect({ status, value }).toEqual({ status: "failed", value: undefined });
});

test.each([
  ["writes a package", 'Deno.writeTextFileSync("node_modules/p/index.js", "x")'],
  ["adds a package", 'Deno.mkdirSync("node_modules/q")'],
  ["removes its packages", 'Deno.removeSync("node_modules", { recursive: true })'],
  ["moves its packages away", 'Deno.renameSync("node_modules", "away")'],
  [
    "moves a file over a package's",
    'Deno.writeTextFileSync("z", "z"); Deno.renameSync("z", "node_modules/p/index.js")',
  ],
  [
    "links a package's file",
    'import { linkSync } from "node:fs";\nlinkSync("node_modules/p/index.js", "y.js")',
  ],
  ["opens a package's file", 'Deno.openSync("node_modules/p/index.js", { write: true })'],
])("[Z10] a cell that %s is refused", async (_, code) => {
  mkdirSync(join(ground.folder, "node_modules/p"), { recursive: true });
  writeFileSync(join(ground.folder, "node_modules/p/index.js"), "module.exports = 1;");
  expect((await attack(code)).error?.message).toMatch(/Requires write access|not available to cells/);
  expect(readFileSync(join(ground.folder, "node_modules/p/index.js"), "utf8")).toBe("module.exports = 1;");
});

test("[Z10] a cell cannot create a missing package folder", async () => {
  expect((await attack('Deno.mkdirSync("node_modules")')).error?.message).toContain("Requires write access");
});

test("[Z2] a cell that reads environment variables through Node finds none", async () => {
  const { value, error } = await attack("Object.keys(process.env).length");
  expect(value?.["text/plain"] ?? error?.name).toMatch(/^(0|NotCapable)$/);
});

test("[Z2] a permission cannot be asked for", async () => {
  const code =
    '["net", "run", "env", "ffi", "sys"].map((name) => Deno.permissions.requestSync({ name }).state).join()';
  expect((await attack(code)).value?.["text/plain"]).toMatch(/^(denied,?)+$/);
});

test.each([
  ["leads out", "/etc"],
  ["leads nowhere yet", "/nowhere/yet"],
])("[Z2] runs nothing in a folder with a link that %s", async (_, target) => {
  symlinkSync(target, join(ground.folder, "link"));
  const { status, error } = await ground.kernel.run("1");
  expect({ status, message: error?.message }).toEqual({
    status: "failed",
    message: expect.stringContaining("The notebook's folder has a link that could lead out of it: link"),
  });
});

test("[Z2] allows a link within the folder and refuses a comma in its path", async () => {
  mkdirSync(join(ground.folder, "a"));
  symlinkSync("a", join(ground.folder, "b"));
  expect((await ground.kernel.run("1")).status).toBe("completed");
  const comma = join(ground.outside, "x,y");
  mkdirSync(comma);
  expect((await createKernel({ folder: comma }).run("1")).error?.message).toContain("comma");
});

/** A server of the host, on a port or a socket file, that counts its connections. */
async function listen(at: number | string) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => {
    if (typeof at === "number") server.listen(at, "127.0.0.1", done);
    else server.listen(at, done);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    connections: () => connections,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}
