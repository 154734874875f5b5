import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { eras } from "../support/connect.ts";
import { notebook, noted } from "../support/notebook.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openHttp, openStdio, type TestClient } from "./tools/client.ts";

const sources = eras.flatMap((era) => [
  [`stdio, ${era}`, openStdio(era)] as const,
  [`http, ${era}`, openHttp(era, { "X-Session-Id": "at-work" })] as const,
]);

describe.each(sources)("the seeds' examples on notebooks (%s)", (_, open) => {
  let testClient: TestClient;
  beforeAll(async () => {
    testClient = await open();
  });
  afterAll(() => testClient?.[Symbol.asyncDispose]());

  it("[J11] the plain tool: create, add, update, run, list, get, export and load", async () => {
    const { client } = testClient;
    const made = await noted(client, "create", {
      title: "My Analysis",
      language: "typescript",
      template: "sequential-feynman",
    });
    const { notebookId } = made;
    expect(made).toMatchObject({
      notebookId: expect.any(String),
      title: "My Analysis",
      language: "typescript",
    });
    expect(made.cells.length).toBeGreaterThan(3);

    const { notebooks } = await noted(client, "list", {});
    expect(notebooks).toContainEqual(
      expect.objectContaining({ notebookId, title: "My Analysis", cellCount: made.cells.length }),
    );

    const added = await noted(client, "add_cell", {
      notebookId,
      cellType: "code",
      content: "console.log('hello')",
      filename: "example.ts",
    });
    expect(added).toEqual({
      notebookId,
      cellId: expect.any(String),
      cellType: "code",
      filename: "example.ts",
      version: 1,
      stale: false,
    });
    const { cellId } = added;
    expect(await noted(client, "run_cell", { notebookId, cellId })).toEqual({
      status: "completed",
      output: "hello\n",
      error: null,
      exitCode: 0,
      durationMs: expect.any(Number),
      value: null,
      notebookId,
      cellId,
    });
    expect(
      await noted(client, "update_cell", { notebookId, cellId, content: "Updated content" }),
    ).toMatchObject({
      cellId,
      version: 2,
      stale: true,
    });
    const { cells } = await noted(client, "list_cells", { notebookId });
    expect(cells.at(-1)).toEqual({
      cellId,
      cellType: "code",
      filename: "example.ts",
      version: 2,
      stale: true,
      status: "completed",
      preview: "Updated content",
    });
    expect(await noted(client, "get_cell", { notebookId, cellId })).toMatchObject({
      content: "Updated content",
      version: 2,
      stale: true,
      status: "completed",
      output: "hello\n",
      error: null,
    });

    const path = join(testClient.home, "output.src.md");
    expect(await noted(client, "export", { notebookId, path })).toMatchObject({
      notebookId,
      path: "output.src.md",
      format: "src.md",
    });
    expect(readFileSync(path, "utf8")).toContain("###### example.ts");
    const loaded = await noted(client, "load", { path });
    expect(loaded.notebookId).not.toBe(notebookId);
    expect(loaded.cells.map(({ preview }: { preview: string }) => preview)).toEqual(
      cells.map(({ preview }: { preview: string }) => preview),
    );
  });

  it("[J11] [U2] [U8] the gateway: the same operations by action, from stage 2, and the first raises the stage to 3", async () => {
    const { client } = testClient;
    // Over stateless HTTP the call names the session, as an agent would: the notebook then belongs to the session.
    const { sessionId } = (await gateway("start_new", { title: "Data" })).structured!;
    expect((await gateway("notebook", { action: "create", sessionId })).text).toMatch(
      /"STAGE_NOT_MET".*cipher/s,
    );
    await done("cipher", { sessionId });
    const inSession = (args: object) => done("notebook", { sessionId, ...args });
    const made = await inSession({
      action: "create",
      title: "Data Analysis",
      language: "typescript",
      template: "sequential-feynman",
    });
    expect(made).toMatchObject({ title: "Data Analysis", language: "typescript" });
    expect(await done("get_state", { sessionId })).toMatchObject({ stage: 3 });
    const added = await inSession({
      action: "add_cell",
      type: "code",
      content: "console.log('Hello, world!')",
      filename: "hello.ts",
    });
    expect(added).toMatchObject({ notebookId: made.notebookId, cellType: "code", filename: "hello.ts" });
    const { cellId } = added;
    expect(await inSession({ action: "run_cell", cellId })).toMatchObject({
      status: "completed",
      output: "Hello, world!\n",
      error: null,
    });
    await inSession({ action: "update_cell", cellId, content: "console.log('Updated!')" });
    expect(await inSession({ action: "run_cell", cellId })).toMatchObject({ output: "Updated!\n" });
    for (const type of ["markdown", "title"])
      expect(await inSession({ action: "add_cell", type, content: "Findings" })).toMatchObject({
        cellType: type,
      });
    const path = join(testClient.home, "notebook.src.md");
    expect(await inSession({ action: "export", path })).toMatchObject({ path: "notebook.src.md" });
    expect(await inSession({ action: "load", path })).toMatchObject({ title: "Data Analysis" });

    const failing = await inSession({ action: "add_cell", type: "code", content: "throw new Error('no')" });
    const failed = await gateway("notebook", { action: "run_cell", cellId: failing.cellId, sessionId });
    expect(failed).toMatchObject({ isError: true, structured: { status: "failed" } });
    expect((await gateway("notebook", { action: "dance", sessionId })).text).toMatch(
      /There is no operation 'dance'\.","hint":"Send one of: create, list, load, /,
    );

    function gateway(operation: string, args: object) {
      return call(client, "thoughtbox_gateway", { operation, args });
    }
    async function done(operation: string, args: object) {
      const result = await gateway(operation, args);
      if (result.isError) throw new Error(result.text);
      // biome-ignore lint/suspicious/noExplicitAny: what an operation answers is checked above.
      return result.structured as Record<string, any>;
    }
  });

  it("[J17] paths in the bound root may be read and written, and no others", async () => {
    const { client } = testClient;
    using project = temporaryFolder();
    const folder = project.path;
    const workflow_id = "bound";
    const inside = { operation: "export", args: { path: join(folder, "mine.src.md") }, workflow_id };
    await call(client, "notebook", { operation: "create", args: { title: "Bound" }, workflow_id });
    expect((await call(client, "notebook", inside)).text).toMatch(/^EXPORT_FAILED/);
    const bound = await call(client, "thoughtbox_gateway", {
      operation: "bind_root",
      args: { rootUri: pathToFileURL(folder).href },
      workflow_id,
    });
    expect(bound.isError).toBe(false);
    expect(await call(client, "notebook", inside)).toMatchObject({ isError: false });
    expect((await call(client, "notebook", inside)).text).toMatch(/^EXPORT_FAILED/);
    const again = { ...inside, args: { ...inside.args, overwrite: true } };
    expect(await call(client, "notebook", again)).toMatchObject({ isError: false });
    for (const path of ["/etc/passwd", "../../outside.src.md", join(folder, "../../x.src.md")]) {
      expect((await call(client, "notebook", { ...inside, args: { path } })).text).toMatch(/^EXPORT_FAILED/);
      const load = await call(client, "notebook", { operation: "load", args: { path }, workflow_id });
      expect(load.isError).toBe(true);
      expect(load.text).not.toContain(testClient.home);
    }
  });

  it("[J12] an error names the cell's line and shows the lines around it", async () => {
    const { client } = testClient;
    await noted(client, "create", { title: "Errors" });
    await noted(client, "add_cell", { content: "const a = 1;\n\nnull.x;\nconst b = 2;", filename: "bad.ts" });
    const result = await notebook(client, "run_cell", { cellId: "bad.ts" });
    expect(result.isError).toBe(true);
    expect(result.meta).toMatchObject({ "clew/code": "EXECUTION_FAILED" });
    expect(result.structured).toMatchObject({ status: "failed", exitCode: 1, value: null });
    expect(result.structured!.error).toMatch(/^TypeError: .*null.* \(bad\.ts:3\)\n/);
    expect(result.structured!.error).toMatch(/^> 3 \| null\.x;$/m);
    expect(JSON.parse(result.text)).toEqual(result.structured);
  });
});
