import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { type Connected, connectStdio } from "../support/connect.ts";
import { notebook, noted } from "../support/notebook.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let client: Connected["client"];
let notebookId: string;
beforeAll(async () => {
  const env = { CLEW_NOTEBOOK_MAX_TIMEOUT_MS: "5000", CLEW_NOTEBOOK_INSTALL: "off" };
  ({ client } = cleanup.use(await connectStdio("handshake", { home, env })));
  ({ notebookId } = await noted(client, "create", { title: "Arguments" }));
  await noted(client, "add_cell", { content: "1", filename: "one.ts" });
  await noted(client, "add_cell", { cellType: "markdown", content: "Words" });
});
afterAll(() => cleanup.disposeAsync());

const tell = (given: Record<string, unknown>) => call(client, "notebook", given);

describe("spellings", () => {
  it.each<[string, Record<string, unknown>]>([
    ["args as an object", { operation: "add_cell", args: { cellType: "markdown", content: "x" } }],
    ["args beside the operation", { operation: "add_cell", cellType: "markdown", content: "x" }],
    ["args as JSON text", { operation: "add_cell", args: '{"cellType":"markdown","content":"x"}' }],
    ["the gateway's words", { action: "add_cell", args: { type: "markdown", code: "x" } }],
    [
      "snake_case",
      { operation: "add_cell", arguments: { cell_type: "MARKDOWN", content: "x", notebook_id: "" } },
    ],
    ["another case", { operation: "addCell", params: { kind: "md", text: "x" } }],
    ["some of each", { operation: " Add-Cell ", content: "x", args: { type: "markdown" } }],
  ])("[J11] %s", async (_, given) => {
    expect((await tell(given)).structured).toMatchObject({ notebookId, cellType: "markdown", version: 1 });
  });

  it("[J11] names of notebooks, cells, titles and times have other spellings too", async () => {
    for (const name of ["notebookId", "notebook_id", "id"])
      expect(await noted(client, "list_cells", { [name]: notebookId })).toMatchObject({ notebookId });
    for (const name of ["cellId", "cell_id", "cell"])
      expect(await noted(client, "get_cell", { [name]: "one.ts" })).toMatchObject({ cellId: "cell-1" });
    for (const timeout of [{ timeoutMs: 4000 }, { timeout: "4000" }, { timeout_ms: 4000.0 }])
      expect(await noted(client, "run_cell", { cellId: "one.ts", ...timeout })).toMatchObject({ value: "1" });
    const made = await noted(client, "create", { name: "By name", language: "JS" });
    expect(made).toMatchObject({ title: "By name", language: "javascript", cells: [] });
    await noted(client, "list_cells", { notebookId });
  });

  it("[J11] dependencies are a list, or one text", async () => {
    for (const given of [{ dependencies: ["a", "b"] }, { deps: "a b" }, { packages: "a, b" }])
      expect((await notebook(client, "install_deps", given)).text).toMatch(
        /^INSTALL_FAILED: .*operator has switched off/,
      );
  });

  it("[J15] a timeout above the operator's maximum is reduced, and the answer says so", async () => {
    expect(await noted(client, "run_cell", { cellId: "one.ts", timeoutMs: 60_000 })).toMatchObject({
      warning: expect.stringContaining("5000"),
    });
  });

  it("[A2] what cannot be read is left out with a warning", async () => {
    const result = await noted(client, "add_cell", { cellType: "markdown", content: "x", position: "top" });
    expect(result).toMatchObject({ version: 1, warning: expect.stringMatching(/^position was ignored/) });
  });
});

describe("refusals", () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      "an unknown operation",
      { operation: "dance" },
      /^INVALID_OPERATION: .*'dance'.*create, list, load, add_cell/,
    ],
    ["no operation", {}, /^INVALID_OPERATION: .*run_cell/],
    ["an operation that is no text", { operation: ["create"] }, /^INVALID_OPERATION/],
    [
      "no cell",
      { operation: "run_cell" },
      /^INVALID_ARGUMENT: run_cell: needs cellId.*\{"cellId":"cell-1"\}/,
    ],
    [
      "a blank cell",
      { operation: "get_cell", args: { cellId: " " } },
      /^INVALID_ARGUMENT: get_cell: needs cellId/,
    ],
    [
      "a cell that is a list",
      { operation: "get_cell", args: { cellId: [] } },
      /needs cellId; cellId was ignored/,
    ],
    [
      "no content",
      { operation: "add_cell", args: { cellType: "code" } },
      /^INVALID_ARGUMENT: add_cell: needs content/,
    ],
    [
      "an unknown cell type",
      { operation: "add_cell", args: { cellType: "chart", content: "x" } },
      /cellType must be one of "code", "markdown", "title"/,
    ],
    [
      "an unknown language",
      { operation: "create", args: { language: "rust" } },
      /"typescript", "javascript"/,
    ],
    ["an unknown template", { operation: "create", args: { template: "bughunt" } }, /bug-hunt/],
    ["an unknown format", { operation: "export", args: { format: "pdf" } }, /"src.md", "ipynb", "html"/],
    [
      "a position below 1",
      { operation: "add_cell", args: { content: "", position: 0 } },
      /position counts from 1/,
    ],
    [
      "no time at all",
      { operation: "run_cell", args: { cellId: "one.ts", timeoutMs: 0 } },
      /timeoutMs must be/,
    ],
    ["nothing to change", { operation: "update_cell", args: { cellId: "one.ts" } }, /needs content/],
    ["nothing to load", { operation: "load", args: {} }, /needs path/],
    ["a file that is none", { operation: "load", args: { content: "not a notebook" } }, /^INVALID_ARGUMENT/],
    [
      "an unknown notebook",
      { operation: "list_cells", args: { notebookId: "nope" } },
      /^NOTEBOOK_NOT_FOUND: .*'nope'/,
    ],
    [
      "an unknown cell",
      { operation: "run_cell", args: { cellId: "cell-99" } },
      /^CELL_NOT_FOUND: .*cell-1 \(one\.ts\)/,
    ],
    ["a cell that is no code", { operation: "run_cell", args: { cellId: "cell-2" } }, /Only code cells run/],
    [
      "a network that is not permitted",
      { operation: "create", args: { allowNet: ["api.example.com"] } },
      /^NET_NOT_ALLOWED: .*api\.example\.com/,
    ],
  ])("[J11] %s is refused, saying what to send", async (_, given, words) => {
    const before = (await noted(client, "list_cells", { notebookId })).cells;
    const result = await tell(given);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(words);
    expect(result.text).not.toContain(home);
    expect((await noted(client, "list_cells", { notebookId })).cells).toEqual(before);
  });

  it("[X1] hostile arguments get a clear answer, and the next call works", async () => {
    const odd = [null, 7, true, [], "x".repeat(100_000), "\ud800", { __proto__: { a: 1 } }, { cellId: {} }];
    for (const operation of [
      "create",
      "add_cell",
      "run_cell",
      "export",
      "restart",
      "__proto__",
      "constructor",
    ])
      for (const args of odd) {
        const result = await tell({ operation, args });
        expect(result.text).not.toMatch(/INTERNAL|at \w+ \(|node:/);
      }
    expect(await noted(client, "list_cells", { notebookId })).toMatchObject({ notebookId });
  });
});
