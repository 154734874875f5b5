import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernel, type Kernel } from "./kernel.ts";

const folder = temporaryFolder();
let kernel: Kernel;

beforeAll(() => {
  kernel = createKernel({ folder: folder.path });
});
afterAll(async () => {
  await kernel.close();
  folder[Symbol.dispose]();
});

const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
const shown = async (code: string, filename = "cell.ts") => {
  const { value, error } = await kernel.run(code, { filename });
  expect(error).toBeUndefined();
  return value?.["text/plain"];
};

test.each([
  ["export const one = 1;\none", "1"],
  ["export let two: number = 2;\ntwo", "2"],
  ["export function three() { return 3; }\nthree()", "3"],
  ["export async function* four() { yield 4; }\nfour().constructor.name || 4", "4"],
  ["export class Five { n = 5; }\nnew Five().n", "5"],
  ["export default class Six { n = 6; }\nnew Six().n", "6"],
  ["export default async function seven() { return 7; }\nawait seven()", "7"],
  ["export default function* eight() { yield 8; }\n[...eight()][0]", "8"],
  ["export default { nine: 9 }", "{ nine: 9 }"],
  ["export default function () { return 10; }", "[Function (anonymous)]"],
  ["export default class extends Array {}", "[class (anonymous) extends Array]"],
  ["export default (a) => a", "[Function (anonymous)]"],
  ["const eleven = 11\nexport { eleven }\n;[eleven].join()", "11"],
  ["const twelve = 12;\nexport {\n  twelve,\n  twelve as other,\n};\ntwelve", "12"],
  ["export type A = string; export interface B { b: A }\nconst b: B = { b: '13' }; b.b", "13"],
  ["export enum Fourteen { A = 14 }\nFourteen.A", "14"],
  ["export const a = 15, b = a;\nb", "15"],
  ["import type { Missing } from './missing.ts';\nexport type { Missing };\n16", "16"],
  ["export * from 'node:path';\nexport { sep as divider } from 'node:path';\n17", "17"],
])("[Z1] exports of a cell are declared in it: %s", async (code, text) => {
  expect(await shown(code)).toBe(text);
});

test("[Z1] exports of a cell persist, and a JavaScript cell may export too", async () => {
  await shown("export const kept = 'on';");
  expect(await shown("kept")).toBe("on");
  expect(await shown("export const plain = 1;\nplain", "cell.js")).toBe("1");
});

test.each([
  ["after code", 'const before = 1;\nimport { sep } from "node:path";\nsep + before', "/1"],
  [
    "after a text that names it",
    "const text = 'import a from \"b\"';\nimport { sep } from 'node:path';\nsep + text.length",
    "/17",
  ],
  [
    "after a template",
    `const t = \`import x from 'y' \${\`\${1}\` + '}'} \\\`\`;\nimport { sep } from 'node:path';\nsep + t.length`,
    "/22",
  ],
  [
    "after a regular expression",
    "const r = /[`\"'/]\\/import/g;\nimport { sep } from 'node:path';\nsep + r.flags",
    "/g",
  ],
  [
    "after a division",
    "const d = (4) / 2; const e = d / 1; // it's \"`\nimport { sep } from 'node:path';\nsep + d",
    "/2",
  ],
  [
    "after a condition with a regular expression",
    "if (1) /'/.test('');\nimport { sep } from 'node:path';\nsep",
    "/",
  ],
  [
    "after a block with a regular expression",
    "{ let q = 1; }\n/`/.test('')\nimport { sep } from 'node:path';\nsep",
    "/",
  ],
  [
    "after an object that is divided",
    "const o = { a: 1 } / 2, p = '/';\nimport { sep } from 'node:path';\nsep",
    "/",
  ],
  [
    "after a comment",
    "/* import a from 'b' */ // export default\nimport { sep } from 'node:path';\nsep",
    "/",
  ],
  [
    "with comments inside",
    "1;\nimport { // first\n  sep, /* second, */ delimiter\n} from 'node:path';\nsep + delimiter",
    "/:",
  ],
  [
    "beside import() and import.meta in texts",
    "const p = await import('node:path');\nimport { sep } from 'node:path';\np.sep + sep",
    "//",
  ],
  [
    "with everything at once",
    "1;\nimport path, * as all from 'node:path'; import other, { sep as s } from 'node:path';\n[path === all.default, other.sep, s].join()",
    "true,/,/",
  ],
  ["with another alphabet", "1;\nimport { sep as größe } from 'node:path';\ngröße", "/"],
  ["for its effects", "1;\nimport 'node:path'\n;[5][0]", "5"],
])("[Z1] an import works %s", async (_, code, text) => {
  expect(await shown(code)).toBe(text);
});

test("[Z1] leaves code that only looks like module syntax unchanged", async () => {
  expect(await shown("const imports = { import: 1, export: 2 };\nimports.import + imports.export")).toBe("3");
  expect(await shown("`\nimport a from 'b';\nexport default 1;\n`.length")).toBe("38");
});

test.each([
  [
    "after an import in the middle",
    'const a = 1;\nimport {\n  sep,\n} from "node:path";\n  throw new Error("x");',
    5,
    9,
  ],
  ["after an export", "\nexport const a = 1, b = nothing;", 2, 25],
  ["in an exported function", "export default function f() {\n  nothing;\n}\nf();", 2, 3],
  ["in an import that fails", '1;\nimport a from "./nowhere.ts";', 2, undefined],
  ["in the syntax", "export const a = 1;\nlet 5 = 3;", 2, 5],
  ["below an enum", "export enum E { A }\n\n  throw new Error('x');", 3, 9],
])("[Z1] an error keeps its position %s", async (_, code, line, column) => {
  const { error } = await kernel.run(code);
  expect({ line: error?.line, column: error?.column }).toEqual({ line, column });
});

test("[Z1] refuses an import inside brackets and says what to do instead", async () => {
  const { error } = await kernel.run('function f() {\n  import a from "node:path";\n}');
  expect(error).toMatchObject({
    name: "SyntaxError",
    message:
      "Cannot use import statement outside a module: imports and exports stand outside of all brackets; elsewhere use await import()",
    line: 2,
  });
});

test("[Z1] an error with the same message that a cell throws does not run it twice", async () => {
  const code = "globalThis.runs = (globalThis.runs ?? 0) + 1;\nnew Function('export const a = 1')";
  expect((await kernel.run(code)).error?.message).toBe("Unexpected token 'export'");
  expect(await shown("runs")).toBe("1");
});

test("[Z1] reads a changed file again; an unchanged one is the same module", async () => {
  write("count.ts", "export const n: number = 1; export const state = { used: 0 };");
  expect(await shown('import { n, state } from "./count.ts";\nstate.used++; n')).toBe("1");
  write("count.ts", "export const n: number = 1; export const state = { used: 0 };");
  expect(await shown('import { n, state } from "./count.ts";\nstate.used')).toBe("1");
  write("count.ts", "export const n: number = 2; export const state = { used: 0 };");
  expect(await shown('import { n, state } from "./count.ts";\nn + state.used')).toBe("2");
  expect(await shown('(await import("./count.ts")).n')).toBe("2");
});

test("[Z1] reads a file again when one of its imports has changed, also in a cycle", async () => {
  write("a.ts", 'export { b } from "./b.ts"; export const a = "a"; export const id = {};');
  write("b.ts", 'import * as a from "./a.ts"; export const b: string = "1"; export const back = () => a.a;');
  expect(await shown('import { b } from "./a.ts";\nimport { back } from "./b.ts";\nb + back()')).toBe("1a");
  write("b.ts", 'import * as a from "./a.ts"; export const b: string = "2"; export const back = () => a.a;');
  expect(await shown('import { b, id } from "./a.ts";\nglobalThis.first = id; b')).toBe("2");
  expect(await shown('import { id } from "./a.ts";\nid === first')).toBe("true");
});

test("[Z1] reads JSON and CommonJS files again too", async () => {
  const code =
    'import data from "./data.json" with { type: "json" };\nimport c from "./c.cjs";\n[data.n, c, require("./c.cjs"), require("./data.json").n].join()';
  write("data.json", '{ "n": 1 }');
  write("c.cjs", "module.exports = require('./d.cjs') + 1;");
  write("d.cjs", "module.exports = 1;");
  expect(await shown(code)).toBe("1,2,2,1");
  write("data.json", '{ "n": 2 }');
  write("d.cjs", "module.exports = 2;");
  expect(await shown(code)).toBe("2,3,3,2");
});

test("[Z1] an error in a file names the file without the machine's path", async () => {
  write("bad.ts", "export const fine = 1;\nthrow new Error('here');");
  const { error } = await kernel.run('import "./bad.ts";');
  expect(error?.stack).toBe("Error: here\n    at bad.ts:2:7");
  write("worse.ts", "let 5 = 3;");
  const messages = [
    (await kernel.run('import "./worse.ts";')).error?.message,
    (await kernel.run('import "./nowhere.ts";')).error?.message,
  ];
  expect(messages.join("\n")).not.toContain(folder.path);
  expect(messages[1]).toContain("nowhere.ts");
});

test("[Z1] a cell may import what an earlier cell declares, as files made by Srcbook do", async () => {
  const code =
    "export function count() { return 1; }\nexport class Box { n = 2 }\nexport const third = 3;\nexport var fourth = 4;\nexport default function fifth() { return 5; }";
  write("shared.ts", code);
  await shown(code, "shared.ts");
  const imported = 'import fifth, { count, Box, third, fourth } from "./shared.ts";';
  expect(await shown(`${imported}\n[count(), new Box().n, third, fourth, fifth()].join()`)).toBe("1,2,3,4,5");
  expect(await shown(`import * as count from "./shared.ts";\ncount.third`)).toBe("3");
});
