import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";

const ground = useGround({ limits: { memoryMb: 256 } });

/** Modules that compute, and file modules, which Deno's permissions limit to the notebook's folder. */
const ALLOWED =
  "assert assert/strict async_hooks buffer console constants crypto diagnostics_channel events fs fs/promises module os " +
  "path path/posix path/win32 perf_hooks process punycode querystring readline readline/promises stream stream/consumers " +
  "stream/promises stream/web string_decoder sys timers timers/promises tty url util util/types zlib";

/** Modules that reach out of the process or into its internals. */
const REFUSED =
  "_http_agent _http_common _http_outgoing _http_server _stream_duplex _stream_passthrough _stream_readable " +
  "_stream_transform _stream_writable _tls_common _tls_wrap child_process cluster dgram dns dns/promises domain http http2 " +
  "https inspector inspector/promises net repl sqlite test test/reporters tls trace_events v8 vm wasi worker_threads";

const ROUTES: Readonly<Record<string, string>> = {
  import: "await import(name)",
  "import of the bare name": "await import(bare)",
  "import in capitals": 'await import("NODE:" + bare)',
  "import in code of its own": "await eval('import(name)')",
  "import in a function made of text": 'await new Function("name", "return import(name)")(name)',
  "a deferred import": 'await new Function("name", "return import.defer(name)")(name)',
  "a data module": 'await import("data:text/javascript," + encodeURIComponent("export * from " + quoted))',
  "a dynamic import in a data module":
    'await import("data:text/javascript," + encodeURIComponent("export default await import(" + quoted + ")"))',
  "a blob module":
    'await import(URL.createObjectURL(new Blob(["export * from " + quoted], { type: "text/javascript" })))',
  "a file": 'Deno.writeTextFileSync("a.mjs", "export * from " + quoted); await import("./a.mjs")',
  "a CommonJS file":
    'Deno.writeTextFileSync("a.cjs", "module.exports = require(" + quoted + ")"); await import("./a.cjs")',
  "an import in a CommonJS file":
    'Deno.writeTextFileSync("b.cjs", "module.exports = import(" + quoted + ")"); await (await import("./b.cjs")).default',
  "a package": 'await require("asks")(name)',
  "an import of a package": '(await import("asks")).default(name)',
  "a package that imports": "await (await import('asks-by-import')).default(name)",
  require: "require(name)",
  "require of the bare name": "require(bare)",
  createRequire: '(await import("node:module")).createRequire(Deno.cwd() + "/x.js")(name)',
  "the module's own require": 'new (require("module"))(Deno.cwd() + "/x.js").require(name)',
  "Module._load": 'require("module")._load(name)',
  "the constructor of a module": 'require("asks").constructorOfModule._load(name)',
  getBuiltinModule: "process.getBuiltinModule(name)",
  "getBuiltinModule of the bare name": "process.getBuiltinModule(bare)",
  "getBuiltinModule of node:process": '(await import("node:process")).default.getBuiltinModule(name)',
  "the gate of made modules": 'globalThis[Symbol.for("clew.builtin")](name)',
};

const CELL = (route: string) => `
const says = {};
for (const name of NAMES) {
  const bare = name.slice(5);
  const quoted = JSON.stringify(name);
  try { ${route}; says[name] = "loaded"; } catch (error) { says[name] = error.message; }
}
JSON.stringify(says)`;

test("[Z15] every builtin of this Deno is either allowed or refused, and none is on both lists", async () => {
  const names = await builtinsOfDeno();
  const [allowed, refused] = [ALLOWED.split(" "), REFUSED.split(" ")];
  expect(names.filter((name) => !allowed.includes(name) && !refused.includes(name))).toEqual([]);
  expect(allowed.filter((name) => refused.includes(name))).toEqual([]);
  const { value } = await ground.kernel.run('JSON.stringify(require("module").builtinModules.toSorted())');
  expect(JSON.parse(value!["text/plain"]!)).toEqual(allowed.toSorted());
});

test.each(Object.entries(ROUTES))(
  "[Z15] cells get no builtin that is not allowed by %s",
  async (_, route) => {
    const folder = join(ground.folder, "node_modules");
    for (const name of ["asks", "asks-by-import"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(
      join(folder, "asks/index.js"),
      "module.exports = (name) => require(name); module.exports.constructorOfModule = module.constructor;",
    );
    writeFileSync(join(folder, "asks-by-import/index.mjs"), "export default (name) => import(name);");
    writeFileSync(
      join(folder, "asks-by-import/package.json"),
      JSON.stringify({ name: "asks-by-import", type: "module", exports: "./index.mjs" }),
    );
    const names = REFUSED.split(" ").map((name) => `node:${name}`);
    const code = `const NAMES = ${JSON.stringify(names)};${CELL(route)}`;
    const { value, error } = await ground.kernel.run(code, { timeoutMs: 60_000 });
    expect(error).toBeUndefined();
    const says: Record<string, string> = JSON.parse(value!["text/plain"]!);
    for (const name of names) expect(`${name}: ${says[name]}`).toMatch(refusalOf(name, route));
  },
);

test("[Z15] cells get every allowed builtin by import and by require", async () => {
  const names = ALLOWED.split(" ").map((name) => `node:${name}`);
  for (const route of [ROUTES.import!, ROUTES.require!, ROUTES.getBuiltinModule!]) {
    const { value } = await ground.kernel.run(
      `{const NAMES = ${JSON.stringify(names)};${CELL(route).replace("JSON.stringify(says)", "globalThis.last = JSON.stringify(says)")}}\nlast`,
      { timeoutMs: 60_000 },
    );
    const says: Record<string, string> = JSON.parse(value!["text/plain"]!);
    expect(says).toEqual(Object.fromEntries(names.map((name) => [name, "loaded"])));
  }
});

test("[Z15] the refusal names the module and what cells may use", async () => {
  const { error } = await ground.kernel.run('import { WASI } from "node:wasi";');
  expect(error?.message).toMatch(
    /^node:wasi is not available to cells; they may use fetch .*, buffer, .*, zlib\.$/,
  );
});

test.each([
  ["binding", 'process.binding("fs")'],
  ["_linkedBinding", 'process._linkedBinding("fs")'],
  ["dlopen", 'process.dlopen({}, "x.node")'],
  ["the internals of Deno", "Deno[Deno.internal].core"],
  ["the bootstrap of Deno", "globalThis.__bootstrap.core"],
  ["the bootstrap of Node", "nodeBootstrap()"],
  ["ext modules", 'await import("ext:core/ops")'],
  ["ext modules under another name", "await eval(\"import('ext:core/ops')\\n//# sourceURL=ext:a/b.js\")"],
  ["internal modules of Node", 'require("node:internal/errors")'],
  ["made modules by their address", 'await import("clew:vm")'],
  ["hooks", 'require("module").registerHooks({})'],
  ["a report", "process.report.getReport()"],
  ["handles", "process._getActiveHandles()"],
  ["a worker", 'new Worker("data:text/javascript,", { type: "module" })'],
])("[Z15] cells do not reach machinery by %s", async (_, code) => {
  const { status, error } = await ground.kernel.run(code);
  expect({ status, message: error?.message }).toEqual({
    status: "failed",
    message: expect.stringMatching(
      /not available|cannot be imported|undefined|not a function|not defined|Cells have no workers/,
    ),
  });
});

test("[Z15] members of Deno that reach the system are refused with a sentence, whatever Deno brings", async () => {
  const code = `JSON.stringify(Object.fromEntries(Object.keys(Deno).map((name) => {
    try { return [name, typeof Deno[name] === "function" && String(Deno[name]).includes("Refusal") ? "refused" : "there"]; } catch { return [name, "throws"]; }
  })))`;
  const { value } = await ground.kernel.run(code);
  const members: Record<string, string> = JSON.parse(value!["text/plain"]!);
  for (const name of [
    ..."Command run Process spawn spawnAndWait spawnAndWaitSync dlopen UnsafePointer UnsafeCallback listen listenTls".split(
      " ",
    ),
    ..."connect connectTls startTls serve serveHttp resolveDns symlink symlinkSync link linkSync umask kill chown".split(
      " ",
    ),
    ..."chownSync watchFs hostname loadavg osRelease systemMemoryInfo networkInterfaces uid gid".split(" "),
  ])
    expect(`${name} ${members[name]}`).toBe(`${name} refused`);
  const { error } = await ground.kernel.run('new Deno.Command("ls")');
  expect(error?.message).toMatch(
    /^Deno\.Command is not available to cells: cells may use files of their folder/,
  );
});

/** Names without `node:`, as the Deno that runs cells gives them. */
async function builtinsOfDeno(): Promise<readonly string[]> {
  const { execFileSync } = await import("node:child_process");
  const { denoBinary } = await import("./deno-binary.ts");
  const script = 'console.log(JSON.stringify(process.getBuiltinModule("module").builtinModules))';
  const printed = execFileSync(denoBinary(), ["eval", script], { encoding: "utf8", env: { NO_COLOR: "1" } });
  return (JSON.parse(printed) as string[]).map((name) => name.replace(/^node:/, ""));
}

/** Some names are builtins with `node:` only: without it they are packages that are not installed. */
function refusalOf(name: string, route: string): RegExp {
  const bare = /\bbare\b/.test(route) && /sqlite|test/.test(name);
  return bare
    ? /not available|not installed|no \.\/|undefined|loaded$/
    : /: node:\S+ is not available to cells; they may use/;
}
