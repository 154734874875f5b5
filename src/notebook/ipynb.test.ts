import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toIpynb } from "./ipynb.ts";
import { toNotebook } from "./notebook.ts";
import { type Output, TABLE } from "./output.ts";

type Json = Record<string, unknown>;

const notebook = toNotebook({
  title: "Sums",
  cells: [
    { kind: "markdown", content: "Some *text*\nin two lines" },
    { kind: "title", content: "Part" },
    { kind: "code", filename: "sum.ts", content: "const sum = 1 + 2;\nsum" },
  ],
});
const outputs: readonly Output[] = [
  { type: "stream", name: "stdout", text: "a\nb\n" },
  { type: "display", data: { "text/plain": "3", "application/json": "3" }, result: true },
  { type: "display", data: { "image/png": "aGk=", [TABLE]: '{"data":[{"a":1}]}', "text/html": "<b>3</b>" } },
  { type: "error", name: "TypeError", message: "no", frame: "1 | sum\n    ^" },
];

describe("a Jupyter notebook", () => {
  test("[J3] has the title, the cells and their outputs in order", () => {
    const { cells, metadata } = read(toIpynb(notebook, new Map([["cell-3", outputs]])));
    expect(metadata.kernelspec).toEqual({ name: "deno", display_name: "Deno", language: "typescript" });
    expect(cells.map(({ cell_type, source }) => [cell_type, (source as string[]).join("")])).toEqual([
      ["markdown", "# Sums"],
      ["markdown", "Some *text*\nin two lines"],
      ["markdown", "# Part"],
      ["code", "const sum = 1 + 2;\nsum"],
    ]);
    expect(cells[3]!.outputs).toEqual([
      { output_type: "stream", name: "stdout", text: ["a\n", "b\n"] },
      {
        output_type: "execute_result",
        execution_count: null,
        data: { "text/plain": ["3"], "application/json": 3 },
        metadata: {},
      },
      {
        output_type: "display_data",
        data: { "image/png": ["aGk="], [TABLE]: { data: [{ a: 1 }] }, "text/html": ["<b>3</b>"] },
        metadata: {},
      },
      {
        output_type: "error",
        ename: "TypeError",
        evalue: "no",
        traceback: ["TypeError: no", "1 | sum", "    ^"],
      },
    ]);
  });

  test("[J3] follows the rules of nbformat 4.5 for any notebook", () => {
    const text = fc.string({ unit: "binary" });
    const output: fc.Arbitrary<Output> = fc.oneof(
      fc.record({ type: fc.constant("stream" as const), name: fc.constantFrom("stdout", "stderr"), text }),
      fc.record({
        type: fc.constant("display" as const),
        data: fc.dictionary(
          fc.constantFrom("text/plain", "image/png", "application/json", "application/x+json", "text/html"),
          fc.oneof(text, fc.json(), fc.constant("[".repeat(9_000) + "]".repeat(9_000))),
        ),
        result: fc.boolean(),
      }),
      fc.record({ type: fc.constant("error" as const), name: text, message: text, frame: text }),
    ) as fc.Arbitrary<Output>;
    const cell = fc.record({ id: fc.oneof(text, fc.constantFrom("title", "cell-1", "a b")), text });
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 6 }), fc.array(output), text, (cells, put, title) => {
        const live = toNotebook(
          { title, cells: cells.map((one) => ({ kind: "code", content: one.text })) },
          { cell: (position) => cells[position - 1]!.id },
        );
        const written = read(toIpynb(live, new Map(cells.map(({ id }) => [id, put]))));
        checkNotebook(written);
        expect(written.cells.slice(1).map(({ source }) => (source as string[]).join(""))).toEqual(
          cells.map((one) => one.text),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

function read(text: string) {
  return JSON.parse(text) as { cells: Json[]; metadata: Json; nbformat: number; nbformat_minor: number };
}

function checkNotebook(document: ReturnType<typeof read>): void {
  expect(Object.keys(document).sort()).toEqual(["cells", "metadata", "nbformat", "nbformat_minor"]);
  expect([document.nbformat, document.nbformat_minor]).toEqual([4, 5]);
  expect(document.metadata.kernelspec).toMatchObject({
    name: expect.any(String),
    display_name: expect.any(String),
  });
  expect(document.metadata.language_info).toMatchObject({ name: expect.any(String) });
  const ids = document.cells.map(({ id }) => id as string);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9\-_]{1,64}$/);
  for (const cell of document.cells) checkCell(cell);
}

function checkCell(cell: Json): void {
  const common = ["cell_type", "id", "metadata", "source"];
  expectLines(cell.source);
  const isCode = cell.cell_type === "code";
  if (!isCode) expect(cell.cell_type).toBe("markdown");
  const fields = isCode ? [...common, "execution_count", "outputs"] : common;
  expect(Object.keys(cell).sort()).toEqual(fields.sort());
  for (const output of (cell.outputs ?? []) as Json[]) checkOutput(output);
}

function checkOutput(output: Json): void {
  const fields: Record<string, string[]> = {
    stream: ["name", "output_type", "text"],
    display_data: ["data", "metadata", "output_type"],
    execute_result: ["data", "execution_count", "metadata", "output_type"],
    error: ["ename", "evalue", "output_type", "traceback"],
  };
  expect(Object.keys(output).sort()).toEqual(fields[output.output_type as string]);
  if (output.output_type === "stream") expectLines(output.text);
  if (output.output_type === "error") expectLines(output.traceback);
  for (const [mime, value] of Object.entries((output.data as Json) ?? {}))
    if (!/^application\/(.*\+)?json$/.test(mime)) expectLines(value);
}

function expectLines(value: unknown): void {
  expect(Array.isArray(value) && value.every((line) => typeof line === "string")).toBe(true);
}
