import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { installPackages } from "../packages/install.ts";
import { createKernel, type Kernel } from "./kernel.ts";

const home = temporaryFolder();
const folder = join(home.path, "notebook");
let kernel: Kernel;

/** Files of packages that are in no registry. */
const FILES: Readonly<Record<string, string>> = {
  "../node_modules/above/index.js": "module.exports = 'reached';",
  "../secret.js": "export default 'reached';",
  "../secret.cjs": "module.exports = 'reached';",
  "many/package.json": JSON.stringify({
    exports: {
      ".": { browser: "./none.js", node: { import: "./esm.mjs", require: "./cjs.cjs" } },
      "./by/*.js": { import: "./lib/*.mjs", default: "./lib/*.cjs" },
      "./by/hidden/*": null,
      "./list": [{ browser: "./none.js" }, "./cjs.cjs"],
      "./data": "./data.json",
      "./up": "./../../../secret.js",
      "./deep": "./node_modules/x/index.js",
      "./outside": "../plain/index.js",
      "./gone": "./gone.js",
    },
    imports: { "#inner": "./lib/a.mjs", "#path": "node:path", "#plain": "plain" },
  }),
  "many/esm.mjs":
    'import { sep } from "#path"; import plain from "#plain"; import a from "#inner"; export default [sep, plain.name, a].join();',
  "many/cjs.cjs": "module.exports = 'cjs';",
  "many/lib/a.mjs": "export default 'esm a';",
  "many/lib/a.cjs": "module.exports = 'cjs a';",
  "many/data.json": '{ "n": 5 }',
  "plain/package.json": '{ "name": "plain", "main": "./lib" }',
  "plain/lib/index.js":
    'exports.name = "plain"; exports.default = 1; exports["odd name"] = 2; exports.path = require("path").sep; exports.data = require("../data.json").n; exports.nested = require("nested"); Object.defineProperty(exports, "bad", { enumerable: true, get() { throw 1; } });',
  "plain/data.json": '{ "n": 6 }',
  "plain/sub/index.js": "module.exports = require('..').name + '/sub';",
  "plain/node_modules/nested/index.js": "module.exports = 'nested';",
  "round/index.js": "exports.early = 1; exports.other = require('./other'); exports.late = 2;",
  "round/other.js": "const round = require('.'); exports.seen = Object.keys(round).join();",
  "@scope/typed/package.json": '{ "type": "module", "main": "main.js" }',
  "@scope/typed/main.js": 'export { name } from "plain"; export const url = import.meta.url;',
  "@scope/typed/old.cjs": "module.exports = typeof module;",
  "forgot/index.js": "export const forgotten = true;",
  "throws/index.js": "throw new RangeError('at load');",
  "reads/index.js": "module.exports = [typeof process.env.HOME, Object.keys(process.env).length].join();",
  "climbs/package.json": '{ "main": "../../../secret.cjs" }',
  "asks/index.js": "module.exports = require('../../../secret.cjs');",
  "native/index.js": "module.exports = require('./x.node');",
  "native/x.node": "",
};

beforeAll(async () => {
  mkdirSync(folder);
  const wanted = [
    "lodash@4.17.21",
    "date-fns@4.1.0",
    "nanoid@5.0.9",
    "chalk@5.4.1",
    "kleur@4.1.5",
    "zod@4.0.0",
    "ms@2.0.0",
    "debug@4.3.4",
  ];
  await installPackages({ folder, wanted, env: process.env });
  for (const [path, text] of Object.entries(FILES)) {
    const file = join(folder, path.startsWith("..") ? path : `node_modules/${path}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  kernel = createKernel({ folder });
});
afterAll(async () => {
  await kernel.close();
  home[Symbol.dispose]();
});

const shown = async (code: string) => {
  const { value, error } = await kernel.run(code);
  expect(error).toBeUndefined();
  return value?.["text/plain"];
};
const errorOf = async (code: string) => {
  const { error } = await kernel.run(code);
  return `${error?.name}: ${error?.message}`;
};

test.each([
  ["lodash", 'import _, { add } from "lodash";\nadd(_.max([1, 2]), 1)', "3"],
  ["a file of lodash", 'import chunk from "lodash/chunk";\nchunk([1, 2], 1).length', "2"],
  [
    "date-fns",
    'import { addDays, formatISO } from "date-fns";\naddDays(new Date(0), 1).getTime()',
    "86400000",
  ],
  ["a part of date-fns", 'import { addDays } from "date-fns/addDays";\ntypeof addDays', "function"],
  ["nanoid", 'import { nanoid } from "nanoid";\nnanoid().length', "21"],
  ["chalk", 'import chalk from "chalk";\nchalk.level + chalk.red("x")', "0x"],
  [
    "kleur",
    'import kleur from "kleur";\nimport { red } from "kleur/colors";\nkleur.red("x") + red("y")',
    "xy",
  ],
  ["zod", 'import { z } from "zod";\nz.object({ a: z.number() }).parse({ a: 1 }).a', "1"],
  ["ms", 'import ms from "ms";\nms("2 days")', "172800000"],
  [
    "debug and its own ms",
    'import debug from "debug";\ndebug("a").enabled + debug.humanize(1000)',
    "undefined1s",
  ],
])("[Z10] a cell imports %s", async (_, code, text) => {
  expect(await shown(code)).toBe(text);
});

test("[Z10] a cell can require CommonJS; the refusal of an ES module advises to import it", async () => {
  expect(
    await shown(
      '[require("ms")("1s"), require("lodash").VERSION, require("zod").z.string().parse("a")].join()',
    ),
  ).toBe("1000,4.17.21,a");
  expect(await shown('require("debug/package.json").version')).toBe("4.3.4");
  expect(await errorOf('require("nanoid")')).toBe(
    "Error: nanoid/index.js is an ES module: import it, or await import() it",
  );
});

test.each([
  ["by condition and by the imports of its package", '(await import("many")).default', "/,plain,esm a"],
  ["by condition of require", 'require("many")', "cjs"],
  ["by a pattern", '(await import("many/by/a.js")).default + require("many/by/a.js")', "esm acjs a"],
  ["by a list", 'require("many/list")', "cjs"],
  ["as JSON", 'require("many/data").n', "5"],
  ["as JSON by import", '(await import("many/data", { with: { type: "json" } })).default.n', "5"],
  ["by a main that is a folder", '(await import("plain")).name', "plain"],
  ["by a folder in it", '(await import("plain/sub")).default', "plain/sub"],
  ["with a scope and a type", '(await import("@scope/typed")).name', "plain"],
  ["as CommonJS in a package of ES modules", '(await import("@scope/typed/old.cjs")).default', "object"],
  ["although it forgot its type", '(await import("forgot")).forgotten', "true"],
  ["in a circle", '(await import("round")).other.seen', "early"],
  ["with a nested package", '(await import("plain")).nested', "nested"],
])("[Z10] a package is found %s", async (_, code, text) => {
  expect(await shown(code)).toBe(text);
});

test("[Z10] CommonJS exports are available as default and by name", async () => {
  const code = 'import * as plain from "plain";\n';
  expect(await shown(`${code}Object.keys(plain).sort().join()`)).toBe(
    "bad,data,default,module.exports,name,nested,odd name,path",
  );
  expect(
    await shown(`${code}[plain.default === require("plain"), plain.data, plain["odd name"]].join()`),
  ).toBe("true,6,2");
});

test("[Z10] a package sees no environment, and its own error comes through", async () => {
  expect(await shown('(await import("reads")).default')).toBe("undefined,0");
  expect(await shown('import { env } from "node:process";\nObject.keys(env).length')).toBe("0");
  expect(await errorOf('await import("throws")')).toBe("RangeError: at load");
  expect(await errorOf('require("native")')).toContain("native code, which cells cannot load");
});

test("[Z10] an import of a missing package names it and its line, and works once it is installed", async () => {
  const { error } = await kernel.run('const a = 1;\n\nimport later from "later/part";');
  expect(error).toMatchObject({ message: "later is not installed: use install_deps", line: 3 });
  expect(await errorOf('require("@some/where")')).toBe(
    "Error: @some/where is not installed: use install_deps",
  );
  expect(await errorOf('await import("ms/none.js")')).toContain(
    "ms is installed, but has no ./none.js to import",
  );
  mkdirSync(join(folder, "node_modules/later"));
  writeFileSync(join(folder, "node_modules/later/part.js"), "module.exports = 'now';");
  expect(await shown('import later from "later/part";\nlater')).toBe("now");
});

test("[Z10] cells cannot change their packages", async () => {
  for (const code of [
    'Deno.writeTextFileSync("node_modules/ms/index.js", "1")',
    'Deno.removeSync("node_modules/ms/index.js")',
    'Deno.renameSync("node_modules", "mine")',
    'Deno.renameSync("node_modules/ms", "mine")',
    'Deno.writeTextFileSync("mine.js", "1"); Deno.renameSync("mine.js", "node_modules/mine.js")',
    'require("fs").appendFileSync("node_modules/ms/index.js", "1")',
  ])
    expect(await errorOf(code)).toContain("Requires write access");
});

/** A cell with its own module hooks, for the import that follows. */
function hooked(hooks: string): string {
  return [
    'import { registerHooks } from "node:module";',
    'Deno.writeTextFileSync("own.js", "export default 1;");',
    'const SECRET = "file://" + Deno.cwd() + "/../secret.js";',
    `const hooks = registerHooks(${hooks});`,
    'try { console.log((await import("./own.js")).default) } finally { hooks.deregister(); }',
  ].join("\n");
}

const OUT =
  /Requires (?:read|import) access|is not installed|is not the name of a package|leads out of|has no |not supported|not among|not available/;

test.each([
  ["a package above", 'await import("above")'],
  ["a package above by require", 'require("above")'],
  ["a package above by its path", 'require("../node_modules/above/index.js")'],
  ["a file above", 'await import("../secret.js")'],
  ["a file above by its address", 'await import(new URL("../secret.js", "file://" + Deno.cwd() + "/").href)'],
  ["an encoded path to a file above", 'await import("file://" + Deno.cwd() + "/%2e%2e/secret.js")'],
  ["a file above through a package", 'await import("ms/../../../secret.js")'],
  ["a file above through encoded dots", 'await import("ms/%2e%2e/%2e%2e/%2e%2e/secret.js")'],
  ["a file above through a name", 'await import("../node_modules/../secret.js")'],
  ["a file above through a scope", 'await import("@../secret.js")'],
  ["a file above through a backslash", 'await import("ms\\\\..\\\\..\\\\..\\\\secret.js")'],
  ["exports that climb", 'await import("many/up")'],
  ["exports into a nested package", 'await import("many/deep")'],
  ["exports into another package", 'await import("many/outside")'],
  ["exports of nothing", 'await import("many/gone")'],
  ["what exports hide", 'await import("many/by/hidden/x")'],
  ["a main that climbs", 'await import("climbs")'],
  ["a main that climbs by require", 'require("climbs")'],
  ["a package that requires a file above", 'require("asks")'],
  ["a package that requires a file above by import", 'await import("asks")'],
  ["a require of its own", 'import { createRequire } from "node:module";\ncreateRequire("/a.js")("above")'],
  ["resolve", 'require.resolve("above")'],
  ["private imports", 'await import("#inner")'],
  [
    "a hook that resolves",
    hooked(
      '{ resolve: (s, c, next) => s === "./own.js" ? { url: SECRET, shortCircuit: true } : next(s, c) }',
    ),
  ],
  ["a hook that loads", hooked('{ load: (url, c, next) => next(url.includes("own.js") ? SECRET : url, c) }')],
])("[Z10] reaches nothing outside by %s", async (_, code) => {
  const { status, value, output, error } = await kernel.run(code);
  expect(JSON.stringify([value, output])).not.toContain("reached");
  expect(status).toBe("failed");
  expect(error?.message).toMatch(OUT);
});

test("[Z10] a link that appears in the folder later leads no import out of it", async () => {
  symlinkSync(join(home.path, "node_modules/above"), join(folder, "node_modules/linked"));
  symlinkSync(join(home.path, "secret.js"), join(folder, "linked.js"));
  // With a private root it has no target.
  for (const code of ['await import("linked")', 'require("linked")', 'await import("./linked.js")'])
    expect(await errorOf(code)).toContain("a link that could lead out of it: linked");
});

test.each([
  [
    "objects",
    'Object.prototype.main = "../../../secret.cjs"; Object.prototype.exports = "./../../../secret.js"; Object.prototype.url = "file:///etc/passwd"; Object.prototype.type = "module";',
  ],
  [
    "texts",
    "String.prototype.startsWith = () => false; RegExp.prototype.test = () => false; String.prototype.includes = () => true;",
  ],
  [
    "arrays and maps",
    "Array.prototype[Symbol.iterator] = null; Map.prototype.get = () => ({ uses: new Map(), version: 1 });",
  ],
])("[Z10] a cell that corrupts %s gets no further by an import, and its run is answered", async (_, code) => {
  const spoilt = createKernel({ folder: join(home.path, "spoilt") });
  mkdirSync(join(home.path, "spoilt/node_modules/climbs"), { recursive: true });
  writeFileSync(join(home.path, "spoilt/node_modules/climbs/package.json"), "{}");
  await spoilt.run(code, { timeoutMs: 1_500 });
  for (const name of ["climbs", "above", "../secret.js", "node:fs"]) {
    const { status, value } = await spoilt.run(`(await import("${name}")).default`, { timeoutMs: 1_500 });
    expect(["failed", "timeout", "completed"]).toContain(status);
    expect(JSON.stringify(value) ?? "").not.toContain("reached");
  }
  await spoilt.close();
});
