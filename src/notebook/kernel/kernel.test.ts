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

const shown = async (code: string) => {
  const { value, error } = await kernel.run(code);
  expect(error).toBeUndefined();
  return value?.["text/plain"];
};

test("[Z1] const, let, functions, classes and imports persist between cells", async () => {
  await shown(`
    import { join as together } from "node:path";
    const one = 1;
    let two = 2;
    function sum() { return one + two; }
    class Box { n = sum(); }
  `);
  expect(await shown("two = 40; new Box().n")).toBe("41");
  expect(await shown('together("a", "b")')).toBe("a/b");
});

test("[Z1] a cell that is run again may declare its names again", async () => {
  await shown("const again = 1;");
  expect(await shown("const again = 2; again")).toBe("2");
});

test("[Z1] every form of import at the top of a cell works, and line numbers stay the same", async () => {
  const code = [
    "// a comment first",
    'import path, { sep as separator } from "node:path";',
    "import {",
    "  type Stats,",
    "  existsSync,",
    '} from "node:fs";',
    'import * as os from "node:os";',
    'import "node:url";',
    'import type { Missing } from "./missing.ts";',
    "throw new Error([path.sep, separator, typeof existsSync, typeof os.EOL].join());",
  ].join("\n");
  expect((await kernel.run(code)).error).toMatchObject({ message: "/,/,function,string", line: 10 });
});

test("[Z1] a cell imports what another wrote into the folder", async () => {
  await shown('await Deno.writeTextFile("half.ts", "export const half = (n: number): number => n / 2;");');
  expect(await shown('import { half } from "./half.ts";\nhalf(84)')).toBe("42");
  expect(await shown('(await import("./half.ts")).half(2)')).toBe("1");
});

test("[Z1] a module's own imports and requires are relative to itself", async () => {
  await shown(`
    Deno.mkdirSync("deep");
    Deno.writeTextFileSync("deep/a.ts", 'export { b } from "./b.ts";');
    Deno.writeTextFileSync("deep/b.ts", "export const b: number = 5;");
    Deno.writeTextFileSync("deep/c.cjs", 'module.exports = require("./d.cjs") + 1;');
    Deno.writeTextFileSync("deep/d.cjs", "module.exports = 6;");
  `);
  expect(await shown('import { b } from "./deep/a.ts";\nimport c from "./deep/c.cjs";\nb * c')).toBe("35");
});

test("[Z1] top-level await works, with declarations in the same cell", async () => {
  expect(await shown("const later = await new Promise((done) => setTimeout(done, 1, 7)); later + 1")).toBe(
    "8",
  );
  expect(await shown("later")).toBe("7");
});

test("[Z1] the value of a cell is its last expression", async () => {
  expect((await kernel.run("1; ({ a: [1, 2] })")).value).toEqual({
    "text/plain": "{ a: [ 1, 2 ] }",
    "application/json": '{"a":[1,2]}',
  });
  expect((await kernel.run("const nothing = 1;")).value).toBeUndefined();
  expect(await shown('"text"')).toBe("text");
  expect(await shown("10n")).toBe("10n");
});

test("[Z1] a value may define how it is displayed, and display shows several values", async () => {
  const own = 'const chart = { [Symbol.for("Jupyter.display")]: () => ({ "image/svg+xml": "<svg/>" }) };';
  const { value, displays } = await kernel.run(`${own} await display([1]); await display(chart); chart`);
  expect(value).toEqual({ "image/svg+xml": "<svg/>" });
  expect(displays).toEqual([
    { "text/plain": "[ 1 ]", "application/json": "[1]" },
    { "image/svg+xml": "<svg/>" },
  ]);
});

test("[Z1] TypeScript runs, enums and namespaces too; a .js cell is JavaScript", async () => {
  expect(await shown("interface P { x: number } const p: P = { x: 3 }; (p as P).x satisfies number")).toBe(
    "3",
  );
  expect(await shown("enum Colour { Red, Green }\nColour.Green")).toBe("1");
  expect((await kernel.run("const x: number = 1", { filename: "a.js" })).error?.name).toBe("SyntaxError");
});

test.each([
  ["a throw", '\n\nthrow new TypeError("t")', "TypeError", 3],
  ["a throw after await", '\nawait 1;\n\nthrow new RangeError("t")', "RangeError", 4],
  ["a throw in a function", 'const f = () => {\n  throw new Error("t");\n};\nf()', "Error", 2],
  ["a throw below types", "interface A {\n  a: string;\n}\nmissing", "ReferenceError", 4],
  ["a throw below an enum", 'enum E {\n  A,\n}\nthrow new Error("t")', "Error", 4],
  ["wrong syntax", "const fine = 1;\nlet 5 = 3", "SyntaxError", 2],
])("[Z1] the error of %s names the cell's own line", async (_, code, name, line) => {
  const { status, exitCode, error } = await kernel.run(code, { filename: "odd name?.ts" });
  expect({ status, exitCode, name: error?.name, line: error?.line }).toEqual({
    status: "failed",
    exitCode: 1,
    name,
    line,
  });
});

test("[Z1] a stack shows the cell's frames only, without the machine's path", async () => {
  const { error } = await kernel.run('const fail = () => {\n  throw new Error("no");\n};\nfail();', {
    filename: "a.ts",
  });
  expect(error?.stack).toBe("Error: no\n    at fail (a.ts:2:9)\n    at a.ts:4:1");
});

test("[Z1] anything can be thrown", async () => {
  expect((await kernel.run("throw null")).error).toEqual({ name: "Thrown", message: "null" });
  expect((await kernel.run("throw { a: 1 }")).error).toEqual({ name: "Thrown", message: "{ a: 1 }" });
});

test("[Z1] streams output in order, however it is printed", async () => {
  const parts: string[] = [];
  const code =
    'console.log("ä"); console.error("b"); process.stdout.write("c"); Promise.reject(new Error("late"));';
  const { output } = await kernel.run(code, { onOutput: (text) => parts.push(text) });
  expect(output).toMatch(/^ä\nb\ncUncaught Error: late\n/);
  expect(parts.join("")).toBe(output);
});

test("[Z1] runs wait for each other", async () => {
  const runs = [1, 2, 3].map((n) =>
    kernel.run(`globalThis.order = [...(globalThis.order ?? []), ${n}]; await 1; order.join()`),
  );
  expect((await Promise.all(runs)).map(({ value }) => value?.["text/plain"])).toEqual(["1", "1,2", "1,2,3"]);
});
