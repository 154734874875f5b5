import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eras } from "../support/connect.ts";
import { textOf } from "../support/ledger.ts";
import { notebook, noted, runCode } from "../support/notebook.ts";
import { openHttp, openStdio, type TestClient } from "./tools/client.ts";

const sources = eras.flatMap((era) => [
  [`stdio, ${era}`, openStdio(era)] as const,
  [`http, ${era}`, openHttp(era, { "X-Session-Id": "at-work" })] as const,
]);
/** The smallest PNG there is: one pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const patience = { interval: 20 };

describe.each(sources)("running cells (%s)", (_, open) => {
  let testClient: TestClient;
  beforeAll(async () => {
    testClient = await open();
  });
  afterAll(() => testClient?.[Symbol.asyncDispose]());
  const fresh = () => noted(testClient.client, "create", { title: "Runs" });

  it("[J12] variables persist, and the value is that of the last expression", async () => {
    await fresh();
    expect((await runCode(testClient.client, "const n: number = 20;")).structured).toMatchObject({
      value: null,
    });
    expect((await runCode(testClient.client, "await Promise.resolve(n + 1)")).structured).toMatchObject({
      value: "21",
    });
    expect((await runCode(testClient.client, "({ n, list: [n] })")).structured).toMatchObject({
      value: { n: 20, list: [20] },
    });
    const long = await runCode(testClient.client, "Array.from({ length: 5000 }, (_, i) => i)");
    expect(typeof long.structured!.value).toBe("string");
  });

  it("[J13] displays are returned as content, and each can be read by its URI", async () => {
    await fresh();
    const shown = (data: string) => `display({ [Symbol.for("Jupyter.display")]: () => (${data}) });`;
    const answer = await runCode(
      testClient.client,
      [
        shown(`{ "image/png": "${PNG}", "text/plain": "a dot" }`),
        shown('{ "image/svg+xml": "<svg/>" }'),
        shown('{ "text/html": "<b>x</b>" }'),
        shown('{ "text/markdown": "**x**" }'),
        shown('{ "image/png": "AAAA" }'),
        'await display({ a: 1 });\nawait display([{ a: 1, b: "x" }, { a: 2, b: "y" }]);',
        "7",
      ].join("\nawait "),
    );
    expect(answer.isError).toBe(false);
    const { displays, notebookId, cellId, value } = answer.structured as {
      displays: { mimeType: string; uri: string }[];
      notebookId: string;
      cellId: string;
      value: unknown;
    };
    expect(value).toBe("7");
    expect(answer.content.slice(1)).toEqual([
      { type: "image", mimeType: "image/png", data: PNG },
      { type: "resource", resource: { uri: displays[1]!.uri, mimeType: "image/svg+xml", text: "<svg/>" } },
      { type: "resource", resource: { uri: displays[2]!.uri, mimeType: "text/html", text: "<b>x</b>" } },
      { type: "resource", resource: { uri: displays[3]!.uri, mimeType: "text/markdown", text: "**x**" } },
      { type: "text", text: "A display was left out: it is not a valid image/png in base64." },
      { type: "text", text: '{"a":1}' },
      { type: "text", text: "| a | b |\n| --- | --- |\n| 1 | x |\n| 2 | y |" },
    ]);
    expect(displays).toHaveLength(7);
    expect(displays[0]!.uri).toBe(`thoughtbox://notebooks/${notebookId}/cells/${cellId}/display/1`);
    const { contents } = await testClient.client.readResource({ uri: displays[0]!.uri });
    expect(contents).toEqual([{ uri: displays[0]!.uri, mimeType: "image/png", blob: PNG }]);
    expect(await textOf(testClient.client, displays[2]!.uri)).toBe("<b>x</b>");
    await expect(textOf(testClient.client, displays[2]!.uri.replace(/\d+$/, "99"))).rejects.toThrow();
    const again = await notebook(testClient.client, "get_cell", { cellId });
    expect(again.content.slice(1)).toEqual(answer.content.slice(1));
  });

  it("[J14] long output is returned with its beginning and end; all of it is a resource, in pages", async () => {
    await fresh();
    // A thousand lines at a time, because each call of `console.log` is a message to the server.
    const lines = `for (let at = 0; at < 200_000; at += 1000)
      console.log(Array.from({ length: 1000 }, (_, i) => "line " + (at + i)).join("\\n"));`;
    const answer = await runCode(testClient.client, lines);
    const { output, outputUri, truncated, cellId } = answer.structured as Record<string, string>;
    expect(truncated).toBe(true);
    expect(output!.length).toBeLessThan(16_200);
    expect(output).toMatch(/^line 0\nline 1\n/);
    expect(output).toMatch(/\n… \d+ characters left out; the full text is at thoughtbox:\/\/.*\/output …\n/);
    expect(output).toMatch(/line 199999\n$/);
    let whole = "";
    let pages = 0;
    for (let uri: string | undefined = outputUri; uri !== undefined; pages += 1) {
      const page = await textOf(testClient.client, uri);
      const next: RegExpExecArray | null = /\n… continues at (\S+)$/.exec(page);
      whole += next ? page.slice(0, next.index) : page;
      uri = next?.[1];
    }
    expect(pages).toBeGreaterThan(1);
    expect(whole).toBe(Array.from({ length: 200_000 }, (__, i) => `line ${i}\n`).join(""));
    const short = await runCode(testClient.client, "console.log('short')");
    expect(short.structured).not.toHaveProperty("outputUri");
    expect(cellId).toBeDefined();
  });

  it("[J15] output streams as progress, in order, before the answer", async () => {
    await fresh();
    const { cellId } = await noted(testClient.client, "add_cell", {
      content: `for (let i = 0; i < 10; i += 1) {
        console.log("tick " + i);
        await new Promise((done) => setTimeout(done, 60));
      }`,
    });
    const heard: { progress: number; message?: string | undefined }[] = [];
    const result = await testClient.client.callTool(
      { name: "notebook", arguments: { operation: "run_cell", cellId } },
      { onprogress: (one) => void heard.push(one) },
    );
    const before = heard.length;
    // A client that reads the last piece together with the answer drops it: the answer contains everything.
    const { output } = result.structuredContent as { output: string };
    const streamed = heard.map(({ message }) => message).join("");
    expect(streamed).toContain("tick 5\n");
    expect(output.startsWith(streamed)).toBe(true);
    expect(heard.length).toBeGreaterThan(2);
    expect(heard.map(({ progress }) => progress)).toEqual(heard.map((__, index) => index + 1));
    await noted(testClient.client, "list", {});
    expect(heard.length).toBe(before);
  });

  it("[J15] a silent run sends heartbeats; timeoutMs ends it and keeps its output", async () => {
    await fresh();
    const { cellId } = await noted(testClient.client, "add_cell", {
      content: 'console.log("so far");\nfor (;;);',
    });
    const heard: string[] = [];
    const result = await testClient.client.callTool(
      { name: "notebook", arguments: { operation: "run_cell", args: { cell_id: cellId, timeout: "2600" } } },
      { onprogress: ({ message }) => void heard.push(String(message)) },
    );
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({
      status: "timeout",
      output: "so far\n",
      error: expect.stringContaining("2600 ms"),
      exitCode: null,
    });
    expect(heard).toEqual(["so far\n", "running, 2 s"]);
  });

  it("[J15] cancelling the call ends the run, and the notebook still works", async () => {
    await fresh();
    const { cellId, notebookId } = await noted(testClient.client, "add_cell", {
      content: 'console.log("on");\nfor (;;);',
    });
    const ending = new AbortController();
    const call = testClient.client.callTool(
      { name: "notebook", arguments: { operation: "run_cell", args: { cellId } } },
      { signal: ending.signal, onprogress: () => ending.abort() },
    );
    await expect(call).rejects.toThrow();
    await vi.waitFor(async () => {
      const cell = await noted(testClient.client, "get_cell", { notebookId, cellId });
      expect(cell).toMatchObject({ status: "killed", output: "on\n" });
    }, patience);
    expect((await runCode(testClient.client, "1 + 1")).structured).toMatchObject({
      status: "completed",
      value: "2",
    });
  });

  it("[J16] run_all reports its steps and stops at the first failure; run_stale runs the remaining cells; interrupt ends a run", async () => {
    const { client } = testClient;
    await fresh();
    const pause = "await new Promise((done) => setTimeout(done, 250));";
    const contents = [
      `const one = 1;\n${pause}\none`,
      `console.log("two");\n${pause}\nif (one) throw new Error("stop");`,
      "one + 2",
    ];
    const ids: string[] = [];
    for (const content of contents) ids.push((await noted(client, "add_cell", { content })).cellId);
    const heard: string[] = [];
    const result = await client.callTool(
      { name: "notebook", arguments: { operation: "run_all" } },
      { onprogress: ({ message }) => void heard.push(String(message)) },
    );
    expect(result).toMatchObject({ isError: true, _meta: { "clew/code": "EXECUTION_FAILED" } });
    expect(result.structuredContent).toMatchObject({
      status: "failed",
      ran: 2,
      left: 1,
      cells: [
        { cellId: ids[0], status: "completed", output: "", error: null },
        { cellId: ids[1], status: "failed", output: "two\n", error: expect.stringContaining("Error: stop") },
      ],
    });
    expect(heard.join("")).toMatch(/\[1\/3\] cell-1 .*\n\[2\/3\] cell-2 .*\ntwo\n/);
    await noted(client, "update_cell", { cellId: ids[1], code: "one + 1" });
    const rest = await noted(client, "run_stale");
    expect(rest).toMatchObject({ status: "completed", left: 0 });
    expect(rest.cells.map((cell: { cellId: string }) => cell.cellId)).toEqual(ids.slice(1));
    expect((await noted(client, "list_cells")).cells).toMatchObject([
      { stale: false },
      { stale: false },
      { stale: false },
    ]);

    const { cellId } = await noted(client, "add_cell", { content: 'console.log("on");\nfor (;;);' });
    const interrupted = Promise.withResolvers<unknown>();
    const run = client.callTool(
      { name: "notebook", arguments: { operation: "run_cell", cellId } },
      {
        onprogress: () =>
          interrupted.resolve(notebook(client, "interrupt").then((answer) => answer.structured)),
      },
    );
    expect(await interrupted.promise).toMatchObject({ interrupted: true });
    expect((await run).structuredContent).toMatchObject({ status: "killed", output: "on\n" });
    expect(await noted(client, "interrupt")).toMatchObject({ interrupted: false });
    expect((await noted(client, "restart")).cells).toHaveLength(4);
    expect(await notebook(client, "remove_cell", { cellId })).toMatchObject({
      isError: false,
      structured: { cellId, removed: true },
    });
    expect(await noted(client, "run_all")).toMatchObject({ status: "completed", ran: 3, left: 0 });
  });
});
