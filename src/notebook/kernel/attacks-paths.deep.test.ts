import { realpathSync } from "node:fs";
import { homedir, hostname, userInfo } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";
import { denoBinary } from "./deno-binary.ts";
import { noNamespaces } from "./namespace-layer.ts";

// Without namespaces: here only the boot program hides paths.
const ground = useGround({ layer: noNamespaces("none, for this test") });

/** Calls every function without arguments that a cell finds on these objects, and keeps the texts. */
const ASK = `
const text = [];
const tell = (name, value) => { try { text.push(name + ": " + (typeof value === "string" ? value : Deno.inspect(value, { depth: 5, strAbbreviateSize: 1e5, iterableLimit: 1e3 }))); } catch {} };
const skip = /exit|abort|chdir|stdin|close|alert|confirm|prompt|cwd|tmpdir|homedir|userInfo|remove|makeTemp|test$/i;
for (const [label, object] of Object.entries({ Deno, process, os: require("os"), module: require("module"), navigator, location: globalThis.location ?? {}, url: { meta: import.meta } })) {
  for (const key of [...Object.keys(object), ...Object.getOwnPropertyNames(Object.getPrototypeOf(object) ?? {})]) {
    if (skip.test(key)) continue;
    try {
      const value = object[key];
      tell(label + "." + key, typeof value === "function" ? await Promise.race([value.call(object), new Promise((f) => setTimeout(f, 20))]) : value);
    } catch (error) {
      tell(label + "." + key, error.stack);
    }
  }
}
text.join("\\n")`.replace(", url: { meta: import.meta }", "");

const ERRORS = `
const text = [];
for (const code of [
  () => Deno.readTextFileSync("nope"), () => Deno.readTextFileSync("/nope"), () => Deno.mkdirSync("a/b/c"), () => Deno.chdir("nope"),
  () => require("./nope"), () => import("./nope.js"), () => import("../nope.js"), () => import("nope"), () => require("fs").readFileSync("nope"), () => require("fs").readdirSync("/"),
  () => new Function("throw new Error('x')")(), () => null.x, () => structuredClone(() => {}), () => new WebAssembly.Module(new Uint8Array(1)), () => JSON.parse("{"), () => display(Symbol()),
  () => Deno.Command(), () => require("node:vm"), () => (function deep() { deep(); })(), () => process.emitWarning("w"), () => fetch("http://127.0.0.1:1/"), () => new Deno.FsFile(), () => Deno.permissions.querySync({ name: "nope" }),
])
  try { await code(); } catch (error) { text.push(Deno.inspect(error), error.stack, error.message, String(error.fileName), JSON.stringify(error)); }
text.join("\\n")`;

test.each([
  ["members of Deno, process, os and module", ASK],
  ["errors of all kinds", ERRORS],
])("[Z18] %s show a cell no path of the machine except its own folder", async (_, code) => {
  const { value, output, error } = await ground.kernel.run(code, { filename: "cell.js", timeoutMs: 60_000 });
  expect(error).toBeUndefined();
  const text = `${value!["text/plain"]!}\n${output}`.replaceAll(realpathSync(ground.folder), "FOLDER");
  expect(text.length).toBeGreaterThan(1_000);
  const machine = [hostname(), homedir(), userInfo().username].filter((one) => one.length > 5);
  const own = [dirname(denoBinary()), process.cwd(), "node_modules", "boot.js", "clew-deno", "--allow-read="];
  expect([...own, ...machine].filter((name) => text.includes(name))).toEqual([]);
  expect(text.match(/(?<![\w.])\/(?:tmp|home|root|usr|var|work|opt|etc)\/[^\s"']*/g) ?? []).toEqual([]);
});

test("[Z18] stacks name files relative to the notebook's folder", async () => {
  const { error, output } = await ground.kernel.run(
    'function f() { throw new Error("x"); }\nconsole.log(new Error("y").stack);\nf();',
    {
      filename: "my cell.js",
    },
  );
  expect(error).toMatchObject({
    message: "x",
    line: 1,
    stack: expect.stringContaining("at f (my%20cell.js:1:"),
  });
  expect(output).toMatch(/^Error: y\n {4}at my%20cell\.js:2:13\n$/);
});

test("[Z18] programs that query the machine get neutral answers", async () => {
  const { value } = await ground.kernel.run(
    '[Deno.execPath(), process.execPath, process.argv0, process.argv.length, require("os").hostname(), require("os").cpus().length, Object.keys(process.env).length].join()',
  );
  expect(value?.["text/plain"]).toBe("deno,deno,deno,2,localhost,0,0");
});

test("[Z19] no result shows the real path of the folder, however the cell inserts it", async () => {
  const real = realpathSync(ground.folder);
  const { kernel } = ground;
  const results = [
    await kernel.run("console.log(Deno.cwd()); console.error('at' + Deno.cwd() + '/x'); Deno.cwd()"),
    await kernel.run("throw new TypeError('in ' + Deno.cwd() + ' and file://' + Deno.cwd() + '?a')"),
    await kernel.run("throw { at: Deno.cwd() }"),
    await kernel.run("Promise.reject(Deno.cwd()); 1"),
    await kernel.run(
      "await display({ 'text/html': '<i>' + Deno.cwd() + '</i>', 'application/json': { at: [Deno.cwd()] } }, { raw: true }); ({ at: Deno.cwd() })",
    ),
    await kernel.run(
      "console.log([...Deno.readDirSync('.')], Deno.realPathSync('.'), require.resolve.paths, __dirname)",
      {
        filename: "cell.js",
      },
    ),
  ];
  expect(JSON.stringify(results)).not.toContain(real);
  expect(results[0]).toMatchObject({
    output: "/notebook\nat/notebook/x\n",
    value: { "text/plain": "/notebook" },
  });
  expect(results[1]!.error).toMatchObject({ message: "in /notebook and file:///notebook?a" });
  expect(results[4]!.displays[0]).toMatchObject({ "text/html": "<i>/notebook</i>" });
  expect(results[4]!.value!["application/json"]).toBe('{"at":"/notebook"}');
});

test("[Z19] hides a real path that a cell prints in pieces, also while streaming", async () => {
  const streamed: string[] = [];
  const { output } = await ground.kernel.run(
    "const bytes = new TextEncoder().encode(Deno.cwd() + '\\n'); for (const byte of bytes) { Deno.stdout.writeSync(new Uint8Array([byte])); await new Promise((done) => setTimeout(done, 2)); }",
    { onOutput: (text) => streamed.push(text) },
  );
  expect(output).toBe("/notebook\n");
  expect(streamed.join("")).toBe("/notebook\n");
});

test("[Z19] output that is cut inside a real path does not end with its first half", async () => {
  const { output, truncated } = await ground.kernel.run("console.log('x'.repeat(10_000 - 12) + Deno.cwd())");
  expect({ truncated, end: output.slice(-3), length: output.length }).toEqual({
    truncated: true,
    end: "xxx",
    length: 10_000 - 12,
  });
});
