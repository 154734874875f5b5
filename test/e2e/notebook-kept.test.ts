import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { call } from "../support/call.ts";
import { connectHttp, connectStdio, eras } from "../support/connect.ts";
import { notebook, noted, runCode } from "../support/notebook.ts";
import { processesWith } from "../support/processes.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const patience = { interval: 20 };

/** The kernels of a data home's notebooks. */
const kernelsOf = (home: string) => processesWith(join(home, "notebooks"));

describe.each(eras)("notebooks are kept (%s)", (era) => {
  it("[J6] they survive a restart with their cells and runs; their variables do not, and a run says so", async () => {
    using home = temporaryFolder();
    let notebookId: unknown;
    {
      await using first = await connectStdio(era, { home: home.path });
      ({ notebookId } = await noted(first.client, "create", { title: "Kept" }));
      await runCode(first.client, 'const kept = "yes";\nkept');
      await noted(first.client, "add_cell", { content: "kept", filename: "use.ts" });
    }
    await vi.waitFor(() => expect(kernelsOf(home.path)).toEqual([]), patience);
    await using second = await connectStdio(era, { home: home.path });
    expect((await notebook(second.client, "list_cells")).text).toMatch(
      /^NOTEBOOK_NOT_FOUND: You have no notebook/,
    );
    expect(await noted(second.client, "list_cells", { notebook_id: notebookId })).toMatchObject({
      title: "Kept",
      cells: [{ status: "completed" }, { filename: "use.ts" }],
    });
    const result = await notebook(second.client, "run_cell", { cellId: "use.ts" });
    expect(result.structured).toMatchObject({
      status: "failed",
      error: expect.stringContaining("kept is not defined"),
      warning: expect.stringContaining("run_all"),
    });
    expect(await noted(second.client, "run_all")).toMatchObject({ status: "completed", ran: 2 });
  });

  it("[J6] [J7] two servers on one home see each other's notebooks, and no change is lost silently", async () => {
    using home = temporaryFolder();
    await using one = await connectStdio(era, { home: home.path });
    await using two = await connectStdio(era, { home: home.path });
    const { notebookId } = await noted(one.client, "create", { title: "Shared" });
    const { cellId } = await noted(one.client, "add_cell", { content: "1", filename: "shared.ts" });
    expect((await noted(two.client, "list")).notebooks).toMatchObject([{ notebookId, title: "Shared" }]);
    const which = { notebookId, cellId, expectedVersion: 1 };
    expect(await noted(two.client, "update_cell", { ...which, content: "2" })).toMatchObject({ version: 2 });
    const late = await notebook(one.client, "update_cell", { ...which, content: "3" });
    expect(late).toMatchObject({ isError: true, meta: { "clew/code": "VERSION_CONFLICT" } });
    expect(late.text).toContain("expectedVersion 2");
    expect(await noted(one.client, "get_cell", { cellId })).toMatchObject({ content: "2", version: 2 });
    expect(await notebook(one.client, "remove_cell", which)).toMatchObject({ isError: true });
    expect(await noted(one.client, "run_cell", { cellId })).toMatchObject({ value: "2" });
    expect(await noted(two.client, "get_cell", { cellId })).toMatchObject({
      status: "completed",
      stale: false,
    });
  });

  it("[J10] a repeat with the same idempotency key changes nothing", async () => {
    using home = temporaryFolder();
    await using one = await connectStdio(era, { home: home.path });
    const send = (operation: string, args: object, key: string) =>
      call(one.client, "notebook", { operation, args }, { "clew/idempotencyKey": key });
    const made = await send("create", { title: "Once" }, "a");
    expect((await send("create", { title: "Twice" }, "a")).structured).toEqual(made.structured);
    const added = await send("add_cell", { content: "1" }, "b");
    expect((await send("add_cell", { content: "2" }, "b")).structured).toEqual(added.structured);
    expect((await noted(one.client, "list")).notebooks).toHaveLength(1);
    expect((await noted(one.client, "list_cells")).cells).toHaveLength(1);
  });

  it("[J9] each handle has its own notebook", async () => {
    using home = temporaryFolder();
    await using server = await startServe({ home: home.path });
    await using one = await connectHttp(era, server.url);
    await using two = await connectHttp(era, server.url);
    const on = (client: typeof one.client, operation: string, session_id: string, args = {}) =>
      call(client, "notebook", { operation, session_id, ...args });
    const ann = (await on(one.client, "create", "ann", { title: "Ann's" })).structured!;
    const bob = (await on(one.client, "create", "bob", { title: "Bob's" })).structured!;
    // A handle is found over any connection.
    expect((await on(two.client, "list_cells", "ann")).structured).toMatchObject({
      notebookId: ann.notebookId,
    });
    expect((await on(two.client, "list_cells", "bob")).structured).toMatchObject({
      notebookId: bob.notebookId,
    });
    const none = await notebook(two.client, "list_cells");
    expect(none.text).toMatch(era === "handshake" ? /^NOTEBOOK_NOT_FOUND/ : /^HANDLE_REQUIRED/);
    const named = await on(two.client, "list_cells", "bob", { notebookId: ann.notebookId });
    expect(named.structured).toMatchObject({ notebookId: ann.notebookId });
    expect((await on(one.client, "list_cells", "bob")).structured).toMatchObject({
      notebookId: ann.notebookId,
    });
  });
});

describe("a server with notebooks", () => {
  it("[J6] creates no folder and no process before the first call, logs its sandbox layers once, and leaves nothing behind", async () => {
    using home = temporaryFolder();
    await using server = await startServe({ home: home.path });
    await using one = await connectHttp("2026-07-28", server.url, { "X-Session-Id": "first" });
    await call(one.client, "think", { thought: "Not yet" });
    expect(existsSync(join(home.path, "notebooks"))).toBe(false);
    await noted(one.client, "create", { title: "First" });
    await runCode(one.client, "1");
    await runCode(one.client, "2");
    expect(readdirSync(join(home.path, "notebooks")).length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(server.log().match(/notebook sandbox layers/g)).toHaveLength(1), patience);
    expect(server.log()).toMatch(/notebook sandbox layers.*Deno/);
    const { cellId } = await noted(one.client, "add_cell", { content: 'console.log("on");\nfor (;;);' });
    const going = Promise.withResolvers<void>();
    const run = one.client.callTool(
      { name: "notebook", arguments: { operation: "run_cell", cellId } },
      { onprogress: () => going.resolve() },
    );
    await going.promise;
    expect(kernelsOf(home.path)).not.toEqual([]);
    const [result] = await Promise.all([run, server.stop()]);
    expect(result.structuredContent).toMatchObject({ status: "killed", output: "on\n" });
    await vi.waitFor(() => expect(kernelsOf(home.path)).toEqual([]), patience);
  });

  it("[J6] on stdio leaves no process behind at the end of its input, or after SIGTERM during a run", async () => {
    using home = temporaryFolder();
    {
      await using one = await connectStdio("handshake", { home: home.path });
      await noted(one.client, "create", { title: "First" });
      await runCode(one.client, "1");
      expect(kernelsOf(home.path)).not.toEqual([]);
    }
    await vi.waitFor(() => expect(kernelsOf(home.path)).toEqual([]), patience);
    await using two = await connectStdio("handshake", { home: home.path });
    await noted(two.client, "create", { title: "Second" });
    const { cellId } = await noted(two.client, "add_cell", { content: 'console.log("on");\nfor (;;);' });
    const going = Promise.withResolvers<void>();
    const run = two.client.callTool(
      { name: "notebook", arguments: { operation: "run_cell", cellId } },
      { onprogress: () => going.resolve() },
    );
    await going.promise;
    process.kill(two.pid!, "SIGTERM");
    await run.catch(() => undefined);
    await vi.waitFor(() => expect(kernelsOf(home.path)).toEqual([]), patience);
  });
});
