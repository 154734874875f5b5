import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { answerOf } from "../support/call.ts";
import { clewCommand, clewEnvironment } from "../support/clew.ts";
import { type Era, eras } from "../support/connect.ts";
import { prepareLedger } from "../support/deployment-ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A client in this era; with `folders`, it shares them and counts how often it is asked for them. */
async function connect(transport: Transport, era: Era, folders?: readonly string[]) {
  const client = new Client(
    { name: "folders", version: "0.0.0" },
    {
      capabilities: folders ? { roots: {} } : {},
      versionNegotiation: { mode: era === "handshake" ? "legacy" : { pin: era } },
    },
  );
  let asked = 0;
  if (folders)
    client.setRequestHandler("roots/list", () => {
      asked++;
      return { roots: folders.map((folder) => ({ uri: pathToFileURL(folder).href })) };
    });
  await client.connect(transport);
  return { client, asked: () => asked };
}

const stdio = (home: string, cwd: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [clewCommand, "mcp"],
    env: clewEnvironment({ home }),
    cwd,
    stderr: "ignore",
  });

/** The project of a session, as a client reads it. */
async function projectOf(client: Client, sessionId: unknown): Promise<unknown> {
  const { contents } = await client.readResource({ uri: `thoughtbox://sessions/${sessionId}` });
  return JSON.parse((contents[0] as { text: string }).text).project;
}

/** A session by each tool that opens one. */
async function openAll(client: Client) {
  const chain = await answerOf(client, "thoughtbox", { thought: "A chain", sessionTitle: "Chain" });
  const named = await answerOf(client, "thoughtbox", {
    thought: "Another",
    sessionTitle: "Named",
    project: "chosen",
    workflow_id: "named",
  });
  const tagged = await answerOf(client, "thoughtbox", {
    thought: "Another",
    sessionTags: ["x", "project:tagged"],
    workflow_id: "tagged",
  });
  const note = await answerOf(client, "think", { thought: "A note", session_id: "notes" });
  const gateway = await answerOf(client, "thoughtbox_gateway", {
    operation: "start_new",
    args: { title: "Through the gateway" },
    workflow_id: "gateway",
  });
  const decision = await answerOf(client, "reasoning", {
    operation: "decision",
    args: {
      content: "Keep?",
      options: ["keep", "rewrite"],
      criteria: [{ name: "speed", weight: 1 }],
      scores: [[1], [2]],
      session_id: "decision",
    },
  });
  expect(decision.session_id).toBe("decision");
  const ids = [
    chain.sessionId,
    named.sessionId,
    tagged.sessionId,
    note.session_id,
    gateway.sessionId,
    "decision",
  ];
  return Promise.all(ids.map((id) => projectOf(client, id)));
}

describe.each(eras)("a client of the %s era", (era) => {
  test("[FA17] on stdio, sessions are in the project of the folder that the server was started in", async () => {
    using home = temporaryFolder();
    using work = temporaryFolder();
    const folder = join(work.path, "shop");
    const other = join(work.path, "older", "shop");
    for (const path of [folder, other]) mkdirSync(path, { recursive: true });
    await prepareLedger(home.path);
    const { client } = await connect(stdio(home.path, folder), era);
    expect(await openAll(client)).toEqual(["shop", "chosen", "tagged", "shop", "shop", "shop"]);
    await client.close();

    // A second folder of the same name is a second project.
    const second = await connect(stdio(home.path, other), era);
    const { sessionId } = await answerOf(second.client, "thoughtbox", { thought: "Elsewhere" });
    expect(await projectOf(second.client, sessionId)).toMatch(/^shop-/);
    await second.client.close();
  });

  test.each(["stdio", "http"])(
    "[FA17] on %s, the first folder of a client that shares its folders counts",
    async (kind) => {
      using home = temporaryFolder();
      using work = temporaryFolder();
      const folder = join(work.path, "Web shop");
      mkdirSync(folder);
      await prepareLedger(home.path);
      await using server = kind === "http" ? await startServe({ home: home.path }) : undefined;
      const transport = server ? new StreamableHTTPClientTransport(server.url) : stdio(home.path, work.path);
      const { client, asked } = await connect(transport, era, ["/", folder]);
      expect(await openAll(client)).toEqual([
        "Web shop",
        "chosen",
        "tagged",
        "Web shop",
        "Web shop",
        "Web shop",
      ]);

      // Further thoughts of an open session do not ask again.
      const before = asked();
      const sessionId = "notes";
      await answerOf(client, "think", { thought: "More", session_id: sessionId });
      const { sessionId: opened } = await answerOf(client, "thoughtbox", {
        thought: "One",
        workflow_id: "w",
      });
      expect(asked()).toBe(before + 1);
      await answerOf(client, "thoughtbox", { thought: "Two", thoughtNumber: 2, workflow_id: "w" });
      await answerOf(client, "thoughtbox", { thought: "Three", sessionId: opened });
      expect(asked()).toBe(before + 1);
      await client.close();
    },
  );

  test("[FA17] over HTTP without folders, the project is the default", async () => {
    using home = temporaryFolder();
    await prepareLedger(home.path);
    await using server = await startServe({ home: home.path });
    const { client } = await connect(new StreamableHTTPClientTransport(server.url), era);
    const { sessionId } = await answerOf(client, "thoughtbox", { thought: "Anywhere" });
    expect(await projectOf(client, sessionId)).toBe("_default");
    await client.close();
  });
});

test("[FA17] a system folder, a shared one, a home folder or one that cannot be read is no project", async () => {
  using home = temporaryFolder();
  await prepareLedger(home.path);
  const { client } = await connect(stdio(home.path, "/"), "handshake", [
    "/etc",
    "/tmp",
    "/home/ann",
    "/root",
  ]);
  const { sessionId } = await answerOf(client, "thoughtbox", { thought: "Nowhere" });
  expect(await projectOf(client, sessionId)).toBe("_default");
  await client.close();
});
