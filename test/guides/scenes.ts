import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { SessionManager } from "../../src/host/index.ts";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { openStore } from "../../src/store/open.ts";
import { answerOf, call } from "../support/call.ts";
import { connectHttp } from "../support/connect.ts";
import { startRegistry } from "../support/package-registry.ts";
import { comparable } from "./comparable.ts";
import type { Block } from "./documents.ts";
import type { Reader } from "./reader.ts";

/** The preconditions of a document, and how its blocks that are neither commands nor calls are checked. */
export interface Scene {
  /** The tool for calls without a name. */
  readonly tool?: string | ((request: Readonly<Record<string, unknown>>) => string);
  /** Calls go to the server that the document has started, with these headers; otherwise to a `clew mcp`. */
  readonly http?: Readonly<Record<string, string>>;
  /** The values of the document's placeholders in its commands. */
  readonly words?: Readonly<Record<string, string>>;
  /** What exists before the document begins. */
  readonly prepare?: (reader: Reader, cleanup: AsyncDisposableStack) => Promise<void> | void;
  /** Checks of blocks, by their beginnings. */
  readonly checks?: Readonly<Record<string, (block: Block, on: Stage) => Promise<void> | void>>;
  /** Calls whose shown answer is shortened, as the document says. */
  readonly shortened?: (request: Readonly<Record<string, unknown>>) => boolean;
}

/** The environment in which a document is run. */
export interface Stage {
  readonly reader: Reader;
  /** The output of the previous block's commands. */
  readonly printed: string;
  /** A client of the document's server. */
  client(): Promise<Client>;
}

const LEAK = "investigate-memory-leak-2026-11-15";

/** By document; one without an entry has no preconditions. */
export const scenes: Readonly<Record<string, Scene>> = {
  "README.md": { prepare: (reader) => seed(reader, LEAK) },
  "docs/guide/dify.md": { tool: "think", http: {} },
  "docs/guide/marks.md": {
    checks: {
      "{": async ({ text }, on) => {
        const client = await on.client();
        const { sessionId } = await answerOf(client, "thoughtbox", JSON.parse(text));
        const printed = await on.reader.run(`npx clew sessions brief ${sessionId} --json`);
        for (const stated of [
          "use a table for the queue",
          "Redis",
          "who cleans up",
          "measure it with 8 workers",
        ])
          expect(printed).toContain(stated);
      },
    },
  },
  "docs/guide/network.md": {
    // The reader writes the file with the entry that the first command shows.
    prepare: async (reader) => {
      const { entry } = JSON.parse(await reader.run("npx clew token ann --scopes read,write --json"));
      writeFileSync(join(reader.home, "tokens.json"), JSON.stringify({ principals: [entry] }));
    },
    checks: {
      '{ "principals"': ({ text }, { reader }) => {
        const hashes = (json: string) => json.replace(/sha256:[0-9a-f]+…?/g, "sha256:HASH");
        const written = readFileSync(join(reader.home, "tokens.json"), "utf8");
        expect(JSON.parse(hashes(text))).toEqual(JSON.parse(hashes(written)));
      },
    },
  },
  "docs/guide/notebook-safety.md": {
    checks: {
      // A machine without namespaces reports that instead: its text must be in the document, as far as it goes.
      "ok    notebooks": ({ text }, { printed }) => {
        const sentences = (line: string) => line.trim().split(/(?<=\.) /);
        const said = printed.split("\n").find((line) => /^ok {4}notebooks /.test(line))!;
        const hasAll = said.includes("a root folder of its own");
        if (hasAll) expect(said).toBe(text.trim());
        else expect(sentences(text)[0]).toBe(sentences(said)[0]);
      },
    },
  },
  "docs/guide/notebooks.md": {
    tool: "notebook",
    prepare: async (reader, cleanup) => {
      const files = [{ path: "package/index.js", text: "module.exports = Number.parseInt;" }];
      const registry = cleanup.use(await startRegistry({ name: "ms", version: "2.1.3" }, files));
      reader.env.NPM_CONFIG_REGISTRY = registry.address;
      mkdirSync(join(reader.home, "docs"));
      await reader.run("npx clew notebook new docs/analysis.src.md --template data-exploration");
    },
    checks: {
      "TypeError: ": async ({ text }, on) => {
        const client = await on.client();
        const content = [...text.matchAll(/^[> ] \d \| (.*)$/gm)].map(([, line]) => line).join("\n");
        const add = { operation: "add_cell", args: { filename: "wrong.ts", content } };
        const { cellId } = await answerOf(client, "notebook", add);
        const ran = await call(client, "notebook", { operation: "run_cell", args: { cellId } });
        expect(ran).toMatchObject({ isError: true, structured: { error: text.trimEnd() } });
      },
      "<!-- srcbook:": async ({ text }, { reader }) => {
        writeFileSync(join(reader.home, "sums.src.md"), text);
        expect(await reader.run("npx clew notebook run sums.src.md")).toMatch(/^6\n1 cells? ran, 0 failed/);
      },
      "const bars": async ({ text }, on) => {
        const client = await on.client();
        const add = { operation: "add_cell", args: { filename: "bars.ts", content: text } };
        const { cellId } = await answerOf(client, "notebook", add);
        const ran = await answerOf(client, "notebook", { operation: "run_cell", args: { cellId } });
        expect(ran.displays).toEqual([expect.objectContaining({ mimeType: "image/svg+xml" })]);
      },
    },
  },
  "docs/guide/observability.md": {
    tool: "observability_gateway",
    checks: {
      '{"time":': async ({ text }, { reader }) => {
        const headers = { "X-Request-Id": "my-id-1" };
        await using on = await connectHttp("2026-07-28", new URL("/mcp", reader.address), headers);
        await answerOf(on.client, "think", { thought: "Is it logged?" });
        const shown = comparable(text).trimEnd().split("\n");
        const logged = () =>
          comparable(readFileSync(join(reader.home, "clew.log"), "utf8"))
            .split("\n")
            .filter((line) => line.includes('"requestId":"my-id-1"'));
        await expect.poll(() => shown.filter((line) => !logged().includes(line))).toEqual([]);
      },
    },
  },
  "docs/guide/page.md": { prepare: (reader) => seed(reader, "leak-2026-11-15") },
  "docs/guide/reasoning.md": {
    shortened: ({ arguments: given }) => (given as { readonly operation?: string }).operation === "decision",
  },
  "docs/guide/sessions.md": {
    // The sessions are as old as the test.
    words: { "2026-11-15T10:00:00Z": "2099-01-01T10:00:00Z", "2026-11-15": "2099-01-01" },
    prepare: async (reader) => {
      for (const id of ["my-session", "other-session", "first-session"]) await seed(reader, id);
      await seed(reader, "second-session", "billing");
    },
  },
  "docs/guide/steer.md": {
    prepare: async (reader) => {
      for (let times = 0; times < 4; times++) await seed(reader, "find-the-leak");
      await reader.run("npx clew serve");
    },
    checks: {
      '{ "id"': ({ text }, { printed }) => {
        const { id, createdAt } = JSON.parse(text);
        expect({ ...JSON.parse(printed), id, createdAt }).toEqual(JSON.parse(text));
      },
      "Note from owner": async ({ text }, on) => {
        const { content } = await call(await on.client(), "think", {
          thought: "On with it",
          session_id: "find-the-leak",
        });
        const [, id] = /answersNote: "(\w+)"/.exec(text)!;
        const notes = content.map((block) => String(block.text).replace(/\b[0-9a-f]{10}\b/g, id!));
        expect(notes).toContain(text.trimEnd());
      },
    },
  },
  "docs/guide/think.md": {
    tool: "think",
    http: { "X-Workflow-Id": "workflow-uuid" },
    prepare: async (reader) => {
      await reader.run("npx clew serve");
    },
    checks: {
      "thoughtbox://think": async ({ text }, on) => {
        const { resourceTemplates } = await (await on.client()).listResourceTemplates();
        expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(text.trim());
      },
      "Previous thoughts": async ({ text }, on) => {
        const client = await on.client();
        for (const thought of ["First thought", "Second thought"])
          await answerOf(client, "think", { thought, session_id: "shown" });
        const { contents } = await client.readResource({ uri: "thoughtbox://think/shown/context" });
        expect(comparable(String((contents[0] as { text?: string }).text))).toBe(comparable(text));
      },
    },
  },
  "docs/guide/thinking.md": {
    checks: {
      "{": async ({ text }) => {
        const manager = new SessionManager();
        const config = { type: "claude", api_key: "any", ...JSON.parse(text) };
        await expect(manager.initializeSession(config)).resolves.toMatchObject({ id: expect.any(String) });
        await manager.close();
      },
    },
  },
  "docs/guide/thoughtbox.md": {
    tool: (request) => ("operation" in request ? "thoughtbox_gateway" : "thoughtbox"),
    words: { SESSION: "search-latency" },
    prepare: (reader) => seed(reader, "search-latency"),
  },
};

/** Three thoughts in a session of the reader's ledger with this id. */
async function seed({ home }: Reader, sessionId: string, project = "_default"): Promise<void> {
  const store = await openStore({ home: join(home, ".thoughtbox") });
  const create = () => ({ title: "Investigate memory leak", mode: "chain", project }) as const;
  for (const thought of [
    "Memory grows by 40 MB an hour. What holds on to it?",
    "Hypothesis: the cache never evicts. A heap snapshot would show it.",
    "Decision: drop the cache, because every entry is read once.",
  ])
    await store.append(draftOf({ sessionId, create }, thought));
  await store.close();
}
