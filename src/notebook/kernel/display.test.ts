import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { TABLE } from "../output.ts";
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

const shownFor = async (code: string) => {
  const { value, error } = await kernel.run(code);
  expect(error).toBeUndefined();
  return value!;
};
const tableOf = async (code: string) => JSON.parse((await shownFor(code))[TABLE]!);

test("[Z12] an array of records is a table, JSON and text", async () => {
  const value = await shownFor('[{ city: "Ulm", people: 126_000, old: true }, { city: "Bath", more: [1] }]');
  expect(JSON.parse(value[TABLE]!)).toEqual({
    schema: {
      fields: [
        { name: "city", type: "string" },
        { name: "people", type: "number" },
        { name: "old", type: "boolean" },
        { name: "more", type: "any" },
      ],
    },
    data: [
      { city: "Ulm", people: 126_000, old: true },
      { city: "Bath", more: [1] },
    ],
  });
  expect(JSON.parse(value["application/json"]!)).toHaveLength(2);
  expect(value["text/plain"]).toContain("Ulm");
});

test.each([
  ["an empty array", "[]"],
  ["numbers", "[1, 2]"],
  ["arrays", "[[1], [2]]"],
  ["records without keys", "[{}, {}]"],
  ["records that have nothing in common", "[{ a: 1 }, { b: 2 }]"],
  ["one that is no record", "[{ a: 1 }, 2]"],
  ["dates", "[new Date(0)]"],
])("[Z12] %s are not a table", async (_, code) => {
  expect((await shownFor(code))[TABLE]).toBeUndefined();
});

test("[Z12] rows without a prototype, as databases give them, are records", async () => {
  const row = 'Object.assign(Object.create(null), { one: 1, two: "b" })';
  expect((await tableOf(`[${row}]`)).data).toEqual([{ one: 1, two: "b" }]);
});

test("[Z12] a table is bounded, and the text says what is omitted", async () => {
  const wide = "Object.fromEntries(Array.from({ length: 130 }, (_, i) => ['c' + i, i]))";
  const value = await shownFor(`Array.from({ length: 2_500 }, () => (${wide}))`);
  const { schema, data } = JSON.parse(value[TABLE]!);
  expect(schema.fields).toHaveLength(100);
  expect(data.length).toBeLessThanOrEqual(1_000);
  expect(value["text/plain"]).toMatch(/\nThe table shows \d+ of 2500 rows and 100 of 130 columns\.$/);
  const many = await shownFor("Array.from({ length: 1_001 }, (_, n) => ({ n }))");
  expect(JSON.parse(many[TABLE]!).data).toHaveLength(1_000);
  expect(many["text/plain"]).toMatch(/\nThe table shows 1000 of 1001 rows\.$/);
});

test("[Z12] a table with any cell values is JSON", async () => {
  const odd = [
    "big: 10n",
    "nan: NaN",
    "symbol: Symbol('s')",
    "call: () => 1",
    "date: new Date(0)",
    "loop: cycle",
    "get bad() { throw 1; }",
    "nothing: undefined",
    "none: null",
    "json: { toJSON() { throw 1; } }",
  ];
  expect((await tableOf(`const cycle = {}; cycle.self = cycle; [{ ${odd} }]`)).data).toEqual([
    {
      big: "10",
      nan: "NaN",
      symbol: "Symbol(s)",
      call: "[Function: call]",
      date: "1970-01-01T00:00:00.000Z",
      loop: expect.stringContaining("Circular"),
      none: null,
      json: expect.any(String),
    },
  ]);
});

test.each([
  ["a string", "\"<svg xmlns='x'><g/></svg>\""],
  ["a declaration first", "'<?xml version=\"1.0\"?>\\n<!-- by hand -->\\n<!DOCTYPE svg><svg/>'"],
  ["an element", '({ outerHTML: "<svg></svg>" })'],
])("[Z12] SVG is an image: %s", async (_, code) => {
  expect((await shownFor(code))["image/svg+xml"]).toMatch(/<svg/);
});

test("[Z12] text that only mentions SVG is text, and an element of a page is HTML", async () => {
  for (const code of ['"an <svg> in a text"', '"<svgx>"', '"<p><svg></svg></p>"'])
    expect(Object.keys(await shownFor(code))).toEqual(["text/plain"]);
  expect(await shownFor('({ outerHTML: "<b>x</b>" })')).toMatchObject({ "text/html": "<b>x</b>" });
  // An unterminated comment is scanned no longer than any other text.
  expect(Object.keys(await shownFor('"<!--".repeat(100_000)'))).toEqual(["text/plain"]);
});

test.each([
  ["image/png", "0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1"],
  ["image/jpeg", "0xff, 0xd8, 0xff, 0xe0"],
  ["image/gif", "0x47, 0x49, 0x46, 0x38, 0x39"],
  ["image/webp", "0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50"],
])("[Z12] bytes that begin like %s are an image", async (type, bytes) => {
  const count = bytes.split(",").length;
  const value = {
    "text/plain": `${type}, ${count} bytes`,
    [type]: Buffer.from(bytes.split(",").map(Number)).toString("base64"),
  };
  expect(await shownFor(`new Uint8Array([${bytes}])`)).toEqual(value);
  expect(await shownFor(`import { Buffer } from "node:buffer";\nBuffer.from([${bytes}])`)).toEqual(value);
});

test("[Z12] shows an image of a megabyte, names one that is too large, and shows other bytes as text", async () => {
  const png =
    "const png = (size) => { const all = new Uint8Array(size); all.set([137,80,78,71,13,10,26,10]); return all; };";
  expect((await shownFor(`${png} png(1_000_000)`))["image/png"]).toHaveLength(1_333_336);
  expect(await shownFor(`${png} png(5_000_000)`)).toEqual({
    "text/plain": "image/png, 5000000 bytes, too large to show",
  });
  expect(Object.keys(await shownFor("new Uint8Array([1, 2])"))).toEqual(["text/plain"]);
});

test("[Z12] a value's own representation wins, with bytes and JSON as text", async () => {
  const own = '[Symbol.for("Jupyter.display")]';
  expect(await shownFor(`Object.assign([{ a: 1 }], { ${own}: () => ({ "text/html": "<i>" }) })`)).toEqual({
    "text/html": "<i>",
  });
  expect(
    await shownFor(
      `({ async ${own}() { return { "image/png": new Uint8Array([1]), "application/json": { a: 1 } }; } })`,
    ),
  ).toEqual({ "image/png": "AQ==", "application/json": '{"a":1}' });
  expect(await shownFor(`({ ${own}: () => ({ "text/plain": "x".repeat(5_000_000) }) })`)).toEqual({
    "text/plain": "a value too large to show",
  });
  const many = 'Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ["x/" + i, "y"]))';
  expect(Object.keys(await shownFor(`({ ${own}: () => (${many}) })`)).length).toBeLessThanOrEqual(16);
});

test("[Z12] supports the display names of Deno's Jupyter kernel", async () => {
  const { displays, value } = await kernel.run(`
    await Deno.jupyter.display(Deno.jupyter.html\`<b>\${1 + 1}</b>\`);
    await display(Deno.jupyter.md\`# \${"Title"}\`);
    await display({ "text/plain": "raw", "application/json": [1] }, { raw: true });
    Deno.writeFileSync("dot.gif", new TextEncoder().encode("GIF89a"));
    await display(Deno.jupyter.image("dot.gif"));
    Deno.jupyter.svg\`<svg/>\`
  `);
  expect(displays).toEqual([
    { "text/html": "<b>2</b>" },
    { "text/markdown": "# Title" },
    { "text/plain": "raw", "application/json": "[1]" },
    { "text/plain": "image/gif, 6 bytes", "image/gif": "R0lGODlh" },
  ]);
  expect(value).toEqual({ "image/svg+xml": "<svg/>" });
});

test.each([
  ["a proxy that refuses everything", "new Proxy({}, new Proxy({}, { get() { throw 1; } }))"],
  ["an array of such proxies", "[new Proxy({}, { ownKeys() { throw 1; }, getPrototypeOf() { throw 1; } })]"],
  ["a cycle of records", "const ring = [{ a: 1 }]; ring[0].ring = ring; ring"],
  ["a BigInt in a record", "({ n: 1n })"],
  ["a symbol", "Symbol('s')"],
  ["a thenable in an array", "[{ then() {} }]"],
  ["an element that throws", "({ get outerHTML() { throw 1; } })"],
  ["a false byte array", "({ __proto__: Uint8Array.prototype })"],
  ["a million records", "Array.from({ length: 1e6 }, (_, n) => ({ n }))"],
  [
    "a record with a hundred thousand keys",
    "[Object.fromEntries(Array.from({ length: 1e5 }, (_, n) => ['k' + n, n]))]",
  ],
  ["a cell of ten million characters", "[{ a: 'x'.repeat(1e7) }]"],
  ["quotes without end", "[{ a: '\"'.repeat(500_000) }, { a: '\"'.repeat(500_000) }]"],
])("[Z12] shows %s within limits, and the next cell runs", async (_, code) => {
  const { status, value } = await kernel.run(code);
  expect(status).toBe("completed");
  expect(value?.["text/plain"]).toEqual(expect.any(String));
  expect(Buffer.byteLength(JSON.stringify(value))).toBeLessThan(4 * 1024 * 1024);
  expect((await kernel.run("6 * 7")).value).toEqual({ "text/plain": "42" });
});
