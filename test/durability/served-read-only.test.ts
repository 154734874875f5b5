import { expect, onTestFinished, test } from "vitest";
import { call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { type Connected, connectStdio } from "../support/connect.ts";
import { makeReadOnly } from "./disks.ts";
import { scratchFolder } from "./scratch.ts";

type Calls = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const cell = { notebookId: "", cellId: "cell-1" };
const step = { thought: "Step", thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };

/** Every call that writes to the ledger or to the data home, by tool. */
const writing = (notebookId: string, sessionId: string): Calls => ({
  think: [{ thought: "One" }, { thought: "One", session_id: "s" }],
  thoughtbox: [step, { ...step, sessionId: "s" }],
  sequentialthinking: [step],
  export_reasoning_chain: [{ sessionId: "s" }, { sessionId: "s", destination: "reports" }],
  notebook: [
    { operation: "create", args: { title: "New" } },
    { operation: "create", args: { title: "New", template: "bug-hunt" } },
    { operation: "load", args: { content: '<!-- srcbook:{"language":"typescript"} -->\n\n# Loaded\n' } },
    { operation: "add_cell", args: { notebookId, content: "1" } },
    { operation: "update_cell", args: { ...cell, notebookId, content: "2" } },
    { operation: "run_cell", args: { ...cell, notebookId } },
    { operation: "run_all", args: { notebookId } },
    { operation: "install_deps", args: { notebookId, packages: ["left-pad@1.3.0"] } },
    { operation: "export", args: { notebookId } },
    { operation: "export", args: { notebookId, path: "mine.src.md" } },
  ],
  thoughtbox_gateway: [
    { operation: "start_new", args: { title: "New" } },
    { operation: "load_context", args: { sessionId: "s" } },
    { operation: "navigate", args: { to: "project", value: "p" } },
    { operation: "thought", args: { ...step, sessionId } },
    { operation: "notebook", args: { sessionId, action: "create", title: "New" } },
    { operation: "notebook", args: { sessionId, action: "export", notebookId } },
  ],
});

test("[S15] on a read-only data home every call that writes is refused with the reason, and reading works", async () => {
  const home = { path: scratchFolder() };
  const tools = ["--tools", "all,classic"];
  const { notebookId, sessionId } = await fill(home.path);
  makeReadOnly(home.path);
  const { client } = await connected(home.path, tools);
  const result: string[] = [];
  for (const [tool, calls] of Object.entries(writing(notebookId, sessionId)))
    for (const given of calls) {
      const { isError, meta, text } = await call(client, tool, given);
      expect(text).not.toContain(home.path);
      const isClear = isError && /read-only|cannot be written/i.test(text);
      if (!isClear) result.push(`${tool} ${given.operation ?? ""} (${meta["clew/code"]}): ${text}`);
    }
  expect(result).toEqual([]);
  await call(client, "recall", { query: "kept" }).then((found) => expect(found.isError).toBe(false));
  const listed = await runClew(["sessions", "list", "--json"], { home: home.path });
  expect(listed.code).toBe(0);
});

async function fill(home: string): Promise<{ readonly notebookId: string; readonly sessionId: string }> {
  await using filling = await connectStdio("handshake", { home });
  const { client } = filling;
  const structured = async (tool: string, given: Readonly<Record<string, unknown>>) =>
    (await call(client, tool, given)).structured as Record<string, string>;
  await structured("think", { thought: "kept", session_id: "s" });
  const { notebookId } = await structured("notebook", { operation: "create", args: { title: "Kept" } });
  await structured("notebook", { operation: "add_cell", args: { notebookId, content: "1 + 1" } });
  const opened = await structured("thoughtbox_gateway", {
    operation: "start_new",
    args: { title: "G" },
  });
  await structured("thoughtbox_gateway", { operation: "cipher", args: { sessionId: opened.sessionId } });
  await structured("recall", { query: "kept" });
  return { notebookId: notebookId!, sessionId: opened.sessionId! };
}

async function connected(home: string, args: readonly string[]): Promise<Connected> {
  const made = await connectStdio("handshake", { home }, args);
  onTestFinished(() => made.client.close());
  return made;
}
