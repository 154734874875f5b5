import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, newPrincipal, writeTokens } from "../safety/principals.ts";
import { call } from "../support/call.ts";
import { clewCommand, clewEnvironment, runClew } from "../support/clew.ts";
import { type Era, eras } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: Serving;
let may: string;
let mayNot: string;

beforeAll(async () => {
  const ann = await newPrincipal(home, "ann", "read,write,steer");
  const bob = await newPrincipal(home, "bob", "read,write");
  [may, mayNot] = [ann.token, bob.token];
  serving = cleanup.use(await startServe({ home, env: { CLEW_TOKENS_FILE: writeTokens(home, ann, bob) } }));
});
afterAll(() => cleanup.disposeAsync());

type Person = (question: string, signal: AbortSignal) => Promise<string | undefined> | string | undefined;

/** A client whose user answers forms. */
async function connect(transport: Transport, era: Era, person: Person) {
  const client = new Client(
    { name: "asked", version: "0.0.0" },
    {
      capabilities: { elicitation: {} },
      versionNegotiation: { mode: era === "handshake" ? "legacy" : { pin: era } },
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    const reply = await person(params.message, mcpReq.signal);
    return reply === undefined ? { action: "decline" } : { action: "accept", content: { reply } };
  });
  await client.connect(transport);
  return { client, [Symbol.asyncDispose]: () => client.close() };
}

const transports = {
  stdio: () =>
    new StdioClientTransport({
      command: process.execPath,
      args: [clewCommand, "mcp"],
      env: clewEnvironment({ home }),
      stderr: "ignore",
    }),
  http: () => new StreamableHTTPClientTransport(serving.url, { requestInit: { headers: bearer(may) } }),
};

let used = 0;
const asking = () => ({
  thought: "I cannot choose.",
  session_id: `asking-${++used}`,
  needsInput: "Left or right?",
});
const open = (id: string) => runClew(["sessions", "show", id, "--json"], { home });

describe.each(Object.keys(transports) as (keyof typeof transports)[])("over %s", (kind) => {
  describe.each(eras)("in the era %s", (era) => {
    test("[ST29] the person at the client is asked, and the same answer carries the reply as a note", async () => {
      const questions: string[] = [];
      await using on = await connect(transports[kind](), era, (question) => {
        questions.push(question);
        return "Left.";
      });
      const given = asking();
      const answer = await call(on.client, "think", given);
      expect(questions).toEqual(["Left or right?"]);
      const author = kind === "http" ? "ann" : "owner";
      expect(answer.structured).toMatchObject({ step: 1, notes: [{ on: 1, author, text: "Left." }] });
      expect(answer.content[1]!.text).toMatch(new RegExp(`^Note from ${author} on thought 1`));
      const next = await call(on.client, "think", { thought: "On.", session_id: given.session_id });
      expect(next.structured).toMatchObject({ step: 2, notes: [{ text: "Left." }] });
      expect(questions).toHaveLength(1);
      const chained = await call(on.client, "thoughtbox", {
        thought: "And here?",
        thoughtNumber: 1,
        totalThoughts: 1,
        nextThoughtNeeded: true,
        needsInput: "Up or down?",
        workflow_id: `asking-${++used}`,
      });
      expect(chained.structured).toMatchObject({ thoughtHistoryLength: 1, notes: [{ text: "Left." }] });
    });

    test("[ST29] a question that the person declines stays open", async () => {
      await using on = await connect(transports[kind](), era, () => undefined);
      const given = asking();
      const answer = await call(on.client, "think", given);
      expect(answer).toMatchObject({ isError: false });
      expect(answer.structured).not.toHaveProperty("notes");
      if (kind === "stdio")
        expect(JSON.parse((await open(given.session_id)).stdout)).toMatchObject({
          needsInput: "Left or right?",
        });
    });
  });
});

test("[ST29] a reply from elsewhere closes the form, and the answer carries it", async () => {
  let closed = false;
  const given = asking();
  await using on = await connect(transports.stdio(), "handshake", async (_, signal) => {
    await runClew(["note", given.session_id, "Right.", "--author", "Bob"], { home });
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    closed = true;
    return undefined;
  });
  const answer = await call(on.client, "think", given);
  expect(answer.structured).toMatchObject({ notes: [{ author: "Bob", text: "Right." }] });
  await expect.poll(() => closed).toBe(true);
});

test.each(eras)("[ST29] a principal without the scope steer is not asked (%s)", async (era) => {
  const transport = new StreamableHTTPClientTransport(serving.url, {
    requestInit: { headers: bearer(mayNot) },
  });
  await using on = await connect(transport, era, () => expect.fail("was asked"));
  const answer = await call(on.client, "think", asking());
  expect(answer.structured).toMatchObject({ step: 1 });
  expect(answer.structured).not.toHaveProperty("notes");
});
