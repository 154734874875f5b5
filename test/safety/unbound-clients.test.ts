import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogueOf } from "../../src/server/catalogue.ts";
import { openStore } from "../../src/store/open.ts";
import { allThoughts } from "../../src/store/port.ts";
import { startModelServer } from "../../src/testing/index.ts";
import { answerOf, call } from "../support/call.ts";
import { connectHttp } from "../support/connect.ts";
import { ledgerLocation } from "../support/deployment-ledger.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { attemptsAt } from "./strangers/attempts.ts";

const catalogue = catalogueOf(["all", "classic"]);
/** In everything that the first client creates, and in nothing that the second one sends. */
const SECRET = "ξανθιππη";
/** Calls and resources whose purpose is to list or search the whole ledger. */
const LISTS = [
  "recall",
  "thoughtbox_gateway list_sessions",
  "observability_gateway sessions",
  "notebook list",
  "thoughtbox://init/sessions",
];
/** Arguments that name a location. */
const HANDLES = ["sessionId", "session_id", "workflow_id", "notebookId"];

type Args = Readonly<Record<string, unknown>>;
interface Call {
  readonly tool: string;
  readonly arguments: Args;
}

const cleanup = new AsyncDisposableStack();
let home: string;
let serving: Serving;
beforeAll(async () => {
  home = cleanup.use(temporaryFolder()).path;
  const text = '{"thought": "It depends.", "confidence": 0.9}';
  const model = await startModelServer(() => ({ text }), { key: "scripted" });
  cleanup.defer(() => model.close());
  const env = {
    CLEW_NOTEBOOK_INSTALL: "off",
    LANGBASE_API_KEY: "scripted",
    LANGBASE_BASE_URL: model.url,
  };
  serving = cleanup.use(await startServe({ home, env }));
  serving.url.search = "?tools=all,classic";
});
afterAll(() => cleanup.disposeAsync());

const connect = async (name: string) =>
  cleanup.use(await connectHttp("2026-07-28", serving.url, {}, name)).client;

/** Every call of the catalogue without a session or notebook, and chains whose numbers would fit another client's chain. */
function callsWithoutHandles(numbers: readonly (number | undefined)[]): readonly Call[] {
  const nothing = {
    sessionIds: [],
    thoughtIds: [],
    notebookIds: [],
    cellIds: [],
    invocationIds: [],
    files: [],
    folders: [],
  };
  const generated = attemptsAt(catalogue, nothing).map(({ tool, arguments: given }) => ({
    tool,
    arguments: withoutHandles(given),
  }));
  const steps = numbers.flatMap((thoughtNumber) =>
    [{}, { nextThoughtNeeded: false }, { isRevision: true, revisesThought: 1 }, { branchFromThought: 1 }].map(
      (more) => ({
        thought: `Of the other, ${thoughtNumber}`,
        totalThoughts: 9,
        nextThoughtNeeded: true,
        ...(thoughtNumber !== undefined && { thoughtNumber }),
        ...more,
      }),
    ),
  );
  const chains = steps.flatMap((step) => [
    { tool: "thoughtbox", arguments: step },
    { tool: "sequentialthinking", arguments: step },
    { tool: "thoughtbox_gateway", arguments: { operation: "thought", args: step } },
  ]);
  // An example sentence may be any thought, also one that would fit a chain of the other client.
  const isChain = ({ tool, arguments: given }: Call) =>
    ["thoughtbox", "sequentialthinking"].includes(tool) || given.operation === "thought";
  return [...generated.filter((one) => !isChain(one)), ...chains];
}

function withoutHandles(given: Args): Args {
  const named = ([name]: [string, unknown]) => !HANDLES.includes(name);
  const { args, ...rest } = Object.fromEntries(Object.entries(given).filter(named)) as { args?: Args };
  return args ? { ...rest, args: Object.fromEntries(Object.entries(args).filter(named)) } : rest;
}

const nameOf = ({ tool, arguments: { operation = "" } }: Call) => `${tool} ${operation}`.trim();

/** Lets a client use every operation that creates something, without a handle as far as possible. */
async function fill(name: string) {
  const client = await connect(name);
  const tell = (tool: string, given: object) => answerOf(client, tool, { ...given });
  const gateway = (operation: string, args: object) => tell("thoughtbox_gateway", { operation, args });
  const notebook = (operation: string, args: object) => tell("notebook", { operation, args });
  const note = await tell("think", { thought: `Note of ${SECRET}` });
  const chains: unknown[] = [];
  for (const nextThoughtNeeded of [true, true, false]) {
    const { sessionId } = await tell("thoughtbox", { thought: `One of ${SECRET}`, thoughtNumber: 1 });
    const second = { thought: `Two of ${SECRET}`, thoughtNumber: 2, nextThoughtNeeded, sessionId };
    await tell("thoughtbox", second);
    chains.push(sessionId);
  }
  const staged = await gateway("start_new", { title: `Staged ${SECRET}`, project: "project-x" });
  const { sessionId } = staged;
  await gateway("cipher", { sessionId });
  await gateway("navigate", { to: "task", value: `Task ${SECRET}`, sessionId });
  await gateway("thought", { thought: `Staged ${SECRET}`, thoughtNumber: 1, sessionId });
  const inner = await gateway("notebook", { action: "create", title: `Inner ${SECRET}`, sessionId });
  const { session_id: linear } = await tell("reasoning_linear", { content: `Why ${SECRET}?` });
  const { notebookId } = await notebook("create", { title: `Book of ${SECRET}` });
  const content = `console.log(${JSON.stringify(SECRET)})`;
  await notebook("add_cell", { cellType: "code", content, filename: "example.ts", notebookId });
  await notebook("run_cell", { cellId: "example.ts", notebookId });
  return {
    note: String(note.session_id),
    sessions: [...chains, sessionId, linear].map(String),
    notebooks: [inner.notebookId, notebookId].map(String),
  };
}

/** The rows of these sessions and notebooks in the ledger. */
async function ledgerOf(sessions: readonly string[], notebooks: readonly string[]) {
  const store = await openStore(await ledgerLocation(home));
  try {
    return {
      sessions: await Promise.all(sessions.map((id) => store.session(id))),
      thoughts: await Promise.all(sessions.map((id) => Array.fromAsync(allThoughts(store, id)))),
      handles: await Promise.all([...sessions, ...notebooks].map((id) => store.handle(id))),
      notebooks: await Promise.all(notebooks.map((id) => store.notebook(id))),
      runs: await Promise.all(notebooks.map((id) => store.cellRuns(id))),
    };
  } finally {
    await store.close();
  }
}

const either = <T>(asked: Promise<T>): Promise<T | { readonly refused: string }> =>
  asked.catch((error: unknown) => ({ refused: String(error) }));

describe.each([
  // Two clients with the same name have one session for notes, and a number that fits only one chain continues it.
  { of: "the same name", names: ["twin", "twin"] as const, numbers: [1, undefined, 3], shares: true },
  { of: "different names", names: ["ann", "bob"] as const, numbers: [1, 2, 3, 4, undefined], shares: false },
])("two clients of $of without handles", ({ names, numbers, shares }) => {
  let one: Awaited<ReturnType<typeof fill>>;
  let hidden: readonly string[];
  beforeAll(async () => {
    one = await fill(names[0]);
    // Ids of the other client are offered only to a client with the same name.
    hidden = shares ? [SECRET] : [SECRET, one.note, ...one.sessions, ...one.notebooks];
  });

  function expectNothingOf(result: unknown, name: string, sent: unknown): void {
    const leaks = LISTS.includes(name) ? [] : hidden.filter((word) => JSON.stringify(result).includes(word));
    expect({ name, sent, leaks, ...(leaks.length > 0 && { result }) }).toEqual({ name, sent, leaks: [] });
  }

  test("[HN8] the second client can call anything and neither sees, changes nor ends what the first one owns", async () => {
    const before = await ledgerOf(shares ? one.sessions : [one.note, ...one.sessions], one.notebooks);
    const client = await connect(names[1]);
    const calls = callsWithoutHandles(numbers);
    expect(new Set(calls.map(({ tool }) => tool))).toEqual(new Set(catalogue.tools.map(({ name }) => name)));
    expect(calls.length).toBeGreaterThan(60);
    for (const one of calls)
      expectNothingOf(await either(call(client, one.tool, one.arguments)), nameOf(one), one.arguments);
    expect(await ledgerOf(shares ? one.sessions : [one.note, ...one.sessions], one.notebooks)).toEqual(
      before,
    );
  });

  test("[HN8] no resource or prompt shows it unless it is named", async () => {
    const client = await connect(names[1]);
    for (const { uri } of catalogue.resources.filter(({ uri }) => !uri.includes("{")))
      expectNothingOf(await client.readResource({ uri }), uri, uri);
    for (const { name, arguments: given } of catalogue.prompts) {
      const args = Object.fromEntries(given.map((argument) => [argument.name, "unknown"]));
      expectNothingOf(await either(client.getPrompt({ name, arguments: args })), name, args);
    }
  });
});
