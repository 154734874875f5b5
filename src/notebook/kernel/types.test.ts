import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernel, type Kernel } from "./kernel.ts";

const folder = temporaryFolder();
let kernel: Kernel;

beforeAll(async () => {
  kernel = createKernel({ folder: folder.path });
  // Names that JavaScript could read as a comparison where TypeScript has types.
  await kernel.run(
    "const wrap = (x) => [x?.raw ? x[0] : x]; const string = 5, number = 9; class Box { n = 1 }; const some = [4];",
  );
});
afterAll(async () => {
  await kernel.close();
  folder[Symbol.dispose]();
});

test.each([
  ["a generic call", "wrap<string>(7)", "[ 7 ]"],
  ["a generic call with spaces", "wrap < string > (7)", "[ 7 ]"],
  ["a generic call with a comment", "wrap<string>/* of one */ (7)", "[ 7 ]"],
  ["a generic call over lines", "wrap<\n  string\n>\n(7)", "[ 7 ]"],
  ["a generic call of two types", "wrap<string, number>(7)", "[ 7 ]"],
  ["a generic call of a function's type", "wrap<(x: string) => number>(7)", "[ 7 ]"],
  ["a generic tag", "wrap<string>`7`", '[ "7" ]'],
  ["a generic class", "new Box<string>().n", "1"],
  ["a generic class without brackets", "new Box<string>\nsome", "[ 4 ]"],
  ["a cast before", "<number>string", "5"],
  ["a cast behind", "string as unknown as number", "5"],
  ["a bang", "some!.at(0)! + 1", "5"],
  ["satisfies", "({ a: 1 }) satisfies object", "{ a: 1 }"],
  ["an enum", "enum Colour { Red = 3 }\nColour.Red", "3"],
  ["a namespace", "namespace Shapes { export const sides = 4; }\nShapes.sides", "4"],
  ["a type import", 'import type { Missing } from "./missing.ts";\n6', "6"],
  ["a parameter property", "class Point { constructor(readonly x: number) {} }\nnew Point(2).x", "2"],
  ["a declaration", "declare const elsewhere: number;\ntypeof elsewhere", "undefined"],
  ["an abstract class", "abstract class Shape { abstract area(): number }\ntypeof Shape", "function"],
  ["an alias", "type Name = string;\n8", "8"],
  [
    "an overload",
    "function twice(x: string): string;\nfunction twice(x) { return x + x; }\ntwice('a')",
    "aa",
  ],
  ["an annotation that is none", "answer: 42", "42"],
  ["a conditional that looks like an arrow with a type", "(true ? (string) : (x) => x)", "5"],
])("[Z1] parses TypeScript as TypeScript: %s", async (_, code, text) => {
  const { value, error } = await kernel.run(code);
  expect({ text: value?.["text/plain"], error }).toEqual({ text, error: undefined });
});

test.each([
  ["a comparison", "string < number", "true"],
  ["two comparisons that are no call", "string < number && number > 7", "true"],
  ["a comparison beside an arrow", "[1, 9].filter((x) => x < string).map((x) => x)", "[ 1 ]"],
  ["await and a loop", "let sum = 0; for (let i = 0; i < 3; i++) sum += await i; sum", "3"],
  ["a name on its own line", "var type = 1;\ntype\nstring", "5"],
  ["a pattern", "/<b>/.test('<b>')", "true"],
  ["sloppy code", "var o = { a: 1 }; with (o) { a }", "1"],
])("[Z1] parses JavaScript in a TypeScript cell as JavaScript: %s", async (_, code, text) => {
  const { value, error } = await kernel.run(code);
  expect({ text: value?.["text/plain"], error }).toEqual({ text, error: undefined });
});

test.each([
  ["a decorator", "const fine = 1;\n@fine class Marked {}", 2],
  ["a bracket that is not closed", "const open = [\n1, 2", undefined],
  ["return", "1;\nreturn 2", 2],
])("[Z1] a syntax error names its line: %s", async (_, code, line) => {
  const { status, error } = await kernel.run(code);
  expect({ status, name: error?.name }).toEqual({ status: "failed", name: "SyntaxError" });
  if (line !== undefined) expect(error?.line).toBe(line);
});
