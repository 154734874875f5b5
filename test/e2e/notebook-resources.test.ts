import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Connected, connectStdio, eras } from "../support/connect.ts";
import { textOf } from "../support/ledger.ts";
import { noted, runCode } from "../support/notebook.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const OUTPUT = "thoughtbox://notebooks/{notebookId}/cells/{cellId}/output";

describe.each(eras)("resources of notebooks (%s)", (era) => {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  let client: Connected["client"];
  let notebookId: string;
  beforeAll(async () => {
    ({ client } = cleanup.use(await connectStdio(era, { home })));
    ({ notebookId } = await noted(client, "create", { title: "Read me" }));
    await noted(client, "add_cell", { cellType: "markdown", content: "# Why" });
    await runCode(client, 'console.log("out");\n7');
    await runCode(client, "nope");
  });
  afterAll(() => cleanup.disposeAsync());

  it("[R6] the catalogue of operations has every operation with its arguments and an example that parses", async () => {
    const text = await textOf(client, "thoughtbox://notebook/operations");
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === "notebook")!.inputSchema as unknown as {
      properties: { operation: { enum: string[] } };
    };
    const names = schema.properties.operation.enum;
    expect(names).toHaveLength(15);
    expect([...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(names);
    const examples = [...text.matchAll(/```json\n(.*)\n```/g)].map(([, json]) => JSON.parse(json!));
    expect(examples.map(({ operation }) => operation)).toEqual(names);
    expect(text).toContain("- `cellId` (required): The cell, by its id or a code cell's filename");
    for (const uri of ["thoughtbox://capabilities", "thoughtbox://architecture"])
      expect(await textOf(client, uri)).toContain("`notebook`");
    expect(client.getInstructions()).toContain("notebook");
  });

  it("[R6] a notebook is JSON: its cells, and how they ran last", async () => {
    const found = JSON.parse(await textOf(client, `thoughtbox://notebooks/${notebookId}`));
    expect(found).toMatchObject({
      notebookId,
      title: "Read me",
      language: "typescript",
      cellCount: 3,
      cells: [
        { cellId: "cell-1", cellType: "markdown", content: "# Why" },
        { cellId: "cell-2", stale: false, run: { status: "completed", output: "out\n", error: null } },
        {
          cellId: "cell-3",
          run: { status: "failed", error: expect.stringContaining("nope is not defined") },
        },
      ],
    });
    expect(found.cells[0]).not.toHaveProperty("run");
    await expect(textOf(client, "thoughtbox://notebooks/nope")).rejects.toThrow();
  });

  it("[J14] the output of a missing cell, or of one that never ran, is not found", async () => {
    expect(await textOf(client, `thoughtbox://notebooks/${notebookId}/cells/cell-2/output`)).toBe("out\n");
    expect(await textOf(client, `thoughtbox://notebooks/${notebookId}/cells/cell-2/output?after=1`)).toBe(
      "ut\n",
    );
    for (const rest of ["cells/cell-1/output", "cells/cell-9/output", "cells/cell-2/output?after=-1"])
      await expect(textOf(client, `thoughtbox://notebooks/${notebookId}/${rest}`)).rejects.toThrow();
  });

  it("[R1] [X1] no answer about a notebook exceeds the size that clients accept, whatever its cells contain", async () => {
    const { notebookId: large } = await noted(client, "create", { title: "Large" });
    const content = "\u0001".repeat(1024 * 1024);
    for (let cell = 0; cell < 2; cell += 1)
      await noted(client, "add_cell", { cellType: "markdown", content });
    const cell = await noted(client, "get_cell", { cellId: "cell-1" });
    expect(cell.warning).toContain("cut");
    const found = JSON.parse(await textOf(client, `thoughtbox://notebooks/${large}`));
    expect(found.cells.map((one: { content: string | null }) => one.content === null)).toEqual([true, true]);
    expect((await noted(client, "list_cells")).cells).toHaveLength(2);
    const flood = await runCode(client, 'throw new Error("\\u0001".repeat(100_000))');
    expect(flood.structured!.error).toContain("characters left out");
    expect(await noted(client, "list_cells", { notebookId })).toMatchObject({ notebookId });
  });

  it("[R2] notebook ids are completed, and cell ids once the notebook is known", async () => {
    const complete = async (uri: string, name: string, value: string, given?: Record<string, string>) =>
      (
        await client.complete({
          ref: { type: "ref/resource", uri },
          argument: { name, value },
          ...(given && { context: { arguments: given } }),
        })
      ).completion.values;
    const typed = notebookId.slice(0, -2);
    expect(await complete("thoughtbox://notebooks/{notebookId}", "notebookId", typed)).toEqual([notebookId]);
    expect(await complete(OUTPUT, "notebookId", typed)).toEqual([notebookId]);
    expect(await complete(OUTPUT, "cellId", "cell-", { notebookId })).toEqual(["cell-2", "cell-3"]);
    expect(await complete(OUTPUT, "cellId", "cell-")).toEqual([]);
  });

  it("[R3] [J6] a client that subscribes to a notebook is notified of changes by another process", async () => {
    await using other = await connectStdio(era, { home });
    const uri = `thoughtbox://notebooks/${notebookId}`;
    const heard = hearing(client);
    if (era === "2026-07-28") await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    await noted(other.client, "add_cell", { notebookId, cellType: "title", content: "News" });
    await vi.waitFor(() => expect(heard).toContain(uri), { interval: 5 });
  });
});

function hearing(client: Client): string[] {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  return heard;
}
