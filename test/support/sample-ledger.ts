import { invocationOf } from "../../src/store/contract/invocation-fixture.ts";
import { notebookOf, runOf } from "../../src/store/contract/notebook-fixture.ts";
import { allThoughts, type Store } from "../../src/store/port.ts";

/** Texts that stores encode differently: NUL and its replacement, four-byte characters, combining marks, odd spaces. */
const HOSTILE = "na\0ïve \u{fdd0}\u{fdd1}\u{fdd2} 𝒳 e\u0301 \u2028 \"'\\{}, %_ 🧵\u{10ffff} ı İ";

/** Questions whose answers must be the same in every store. */
const QUESTIONS = [
  "lantern",
  "lanterns harbour",
  "ïve",
  "𝒳",
  "enormous",
  "zebra",
  "rare17",
  "revision",
  "branch",
];

/** A key too long for an index. */
export const LONG_KEY = `${HOSTILE}${"key ".repeat(400)}`;

/** Fills a store with some of everything that it can store. */
export async function fillLedger(store: Store): Promise<void> {
  await fillSessions(store);
  await fillNotes(store);
  await fillNotebooks(store);
  await store.keepInvocations([
    invocationOf(2, {
      output: { text: HOSTILE },
      latency_ms: 12,
      cost: 0.1 + 0.2,
      input_tokens: 3,
      output_tokens: 4,
    }),
    invocationOf(1, {
      kind: "model",
      pipe_name: HOSTILE,
      success: false,
      error: HOSTILE,
      session_id: "main",
    }),
    invocationOf(3, { owner: "ann" }),
  ]);
  await store.saveConversation({
    id: "one",
    record: { title: HOSTILE },
    messages: [{ role: "user", text: HOSTILE }],
  });
  await store.saveConversation({ id: "two", record: {} });
  await store.appendMessages("one", 1, [{ role: "assistant", text: "x".repeat(300_000) }], {
    title: "later",
  });
}

async function fillNotes(store: Store): Promise<void> {
  const { id } = await store.addNote("main", { text: `Look here ${HOSTILE}`, author: HOSTILE, on: 3 });
  await store.addNote("main", { text: "Once", author: "Ann" }, { scope: "s", key: LONG_KEY });
  await store.deliverNotes("main", { most: 5, bytes: 10_000, call: { scope: "s", key: LONG_KEY } });
  await store.append({
    target: { sessionId: "main" },
    content: `As note:${id} says`,
    needsInput: HOSTILE,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "library",
  });
  await store.addNote("ann", { text: "Waits", author: "Ann" });
  await store.holdSession("ann", "2999-01-01T00:00:00.000Z");
}

async function fillSessions(store: Store): Promise<void> {
  await store.openSession({
    id: "main",
    title: `Große ${HOSTILE}`,
    mode: "chain",
    description: HOSTILE,
    project: `p ${HOSTILE}`,
    task: "t",
    aspect: "a",
    tags: ["x", HOSTILE, "with, comma", ""],
    metadata: { deep: [HOSTILE, "\ud800"] },
  });
  await store.openSession({ id: "empty", title: "Nothing yet", mode: "chain", tags: [] });
  await store.openSession({ title: "Of Ann", mode: "chain", owner: "ann", id: "ann" });
  await store.openSession({ title: "Once", mode: "chain" }, { scope: "c", key: "k" });
  const plain = {
    target: { sessionId: "main" },
    nextThoughtNeeded: true,
    mode: "chain",
    source: "library",
  } as const;
  for (let index = 1; index <= 40; index++)
    await store.append({
      ...plain,
      content: `Lantern ${index} of the harbour, rare${index} ${HOSTILE}`,
      confidence: index / 41,
      ...(index % 10 === 0 && {
        marks: [
          { kind: "decision", text: `the size is ${index}`, reason: HOSTILE },
          { kind: "open", text: `${HOSTILE} ${index}` },
        ] as const,
      }),
    });
  await store.append({
    ...plain,
    content: `A branch ${"enormous ".repeat(60_000)}`,
    branchFrom: 3,
    branchId: "b",
  });
  await store.append({
    ...plain,
    content: "A branch of it",
    branchFrom: 4,
    branchId: `${HOSTILE} ${"long".repeat(100)}`,
  });
  await store.append({
    ...plain,
    content: "Second of b",
    branchId: "b",
    author: HOSTILE,
    metadata: { [HOSTILE]: 1 },
  });
  await store.append({ ...plain, content: "A revision", revises: 2 });
  await store.saveCritique("main", 3, { text: HOSTILE, model: "m", at: "2026-11-15T10:00:00.000Z" } as never);
  const ann = { ...plain, target: { sessionId: "ann" }, source: "thoughtbox" } as const;
  await store.append({ ...ann, content: "Lanterns of Ann", idempotency: { scope: HOSTILE, key: "k" } });
  await store.append({ ...ann, content: "Twice no more", idempotency: { scope: "s", key: LONG_KEY } });
  await store.append({
    ...plain,
    target: { handle: "hand", open: () => ({ title: "By handle", mode: "chain" }) },
    content: "The first is a branch",
    nextThoughtNeeded: true,
  });
  await store.append({
    ...plain,
    target: { handle: "ended", open: () => ({ title: "Ended", mode: "chain" }) },
    content: "Over",
    nextThoughtNeeded: false,
  });
  await store.moveHandle("hand", { project: "p", root: HOSTILE });
  await store.changeSession("main", { status: "completed", clearWindow: true, stage: 2 });
}

async function fillNotebooks(store: Store): Promise<void> {
  await store.createNotebook(
    notebookOf("n", {
      title: HOSTILE,
      allowNet: ["example.com"],
      packageJson: '{"a":1}',
      tsconfig: "{}",
      owner: "ann",
      cells: [
        { kind: "code", content: HOSTILE },
        { kind: "markdown", content: "# Title" },
        { kind: "code", content: "2", filename: "two.ts" },
      ],
    } as never),
    { scope: "s", key: "notebook" },
  );
  await store.createNotebook(notebookOf("without cells"));
  await store.removeCell("n", "cell-2");
  await store.addCell("n", { kind: "code", content: "4" }, { scope: "s", key: "cell" });
  const outputs = [{ type: "stream", name: "stdout", text: `${HOSTILE}${"out ".repeat(100_000)}` }] as const;
  await store.saveRun("n", "cell-1", runOf({ outputs } as never), { version: 1, lost: false });
  await store.saveRun("n", "cell-3", runOf({ status: "failed", exitCode: null, truncated: true } as never), {
    version: 1,
    lost: false,
  });
  await store.updateCell("n", "cell-1", { content: "changed" });
}

/** Everything that a store returns through its port, except facts about the database itself and positions. */
export async function contentsOf(store: Store) {
  const sessions = await store.sessions({ limit: 1000 });
  const notebooks = await store.notebooks({ limit: 1000 });
  const conversations = await store.conversations({ limit: 1000 });
  const from = async <T>(ids: readonly { readonly id: string }[], read: (id: string) => Promise<T>) =>
    Promise.all(ids.map(({ id }) => read(id)));
  return {
    sessions,
    states: await from(sessions, (id) => store.session(id)),
    thoughts: await from(sessions, (id) => Array.fromAsync(allThoughts(store, id))),
    entries: await from(sessions, (id) => store.outline(id, {})),
    notes: await from(sessions, (id) => store.notes(id, {})),
    repeatedNotes: await store.deliverNotes("main", {
      most: 5,
      bytes: 10_000,
      call: { scope: "s", key: LONG_KEY },
    }),
    searches: await Promise.all(QUESTIONS.map((text) => answersOf(store, { text }))),
    held: [
      await answersOf(store, { text: "lantern", owner: "ann" }),
      await answersOf(store, { text: "lantern", tags: ["x"] }),
      await answersOf(store, { text: "lantern", source: "thoughtbox" }),
    ],
    handles: await Promise.all(["hand", "ended", "none"].map((handle) => store.handle(handle))),
    results: await Promise.all(
      [
        { scope: HOSTILE, key: "k" },
        { scope: "s", key: "none" },
      ].map((idempotency) => store.appendResult(idempotency)),
    ),
    notebooks: await from(notebooks, (id) => store.notebook(id)),
    listed: notebooks,
    runs: await from(notebooks, async (id) =>
      [...(await store.cellRuns(id))].sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    invocations: await store.invocations({ limit: 1000 }),
    conversations,
    messages: await from(conversations, (id) => store.messages(id, {})),
    feed: (await store.changes(0, 1000)).map(({ position: _, ...change }) => change),
  };
}

async function answersOf(store: Store, query: Parameters<Store["search"]>[0]): Promise<string[]> {
  return (await store.search({ limit: 200, ...query })).map(({ thought }) => thought.id).sort();
}
