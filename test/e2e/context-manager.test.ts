import { describe, expect, it } from "vitest";
import { ContextManager, openStore } from "../../src/index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const UTC = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Starts at the seed's first time; every call returns a second later. */
function seedClock() {
  let now = Date.UTC(2024, 0, 1) - 1000;
  let ids = 0;
  return {
    now() {
      now += 1000;
      return now;
    },
    newId: () => `id-${++ids}`,
  };
}

describe.each(["in memory", "with a durable store"])("ContextManager %s", (kind) => {
  async function open(maxThoughts?: number) {
    const cleanup = new AsyncDisposableStack();
    const store =
      kind === "in memory" ? undefined : await openStore({ home: cleanup.use(temporaryFolder()).path });
    const contexts = new ContextManager({
      ...(store && { store }),
      ...(maxThoughts !== undefined && { maxThoughts }),
    });
    cleanup.defer(() => contexts.close());
    return { contexts, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
  }

  it("[T6] addThought answers the step, from 1", async () => {
    await using opened = await open();
    expect(await opened.contexts.addThought("workflow-123", "Analyze user request")).toBe(1);
    expect(await opened.contexts.addThought("workflow-123", "Second")).toBe(2);
    expect(await opened.contexts.addThought("workflow-124", "First of another")).toBe(1);
  });

  it("[T6] addThought brings a context that is passed in up to date", async () => {
    await using opened = await open();
    const context = await opened.contexts.getContext("workflow-123");
    expect(await opened.contexts.addThought("workflow-123", "First thought", context)).toBe(1);
    expect(context).toEqual(await opened.contexts.getContext("workflow-123"));
  });

  it("[T6] getContext returns the session, its thoughts and its statistics", async () => {
    await using opened = await open();
    await opened.contexts.addThought("workflow-123", "First thought");
    await opened.contexts.addThought("workflow-123", "Second thought");
    expect(await opened.contexts.getContext("workflow-123")).toEqual({
      session_id: "workflow-123",
      thoughts: [
        { timestamp: UTC, thought: "First thought", step: 1 },
        { timestamp: UTC, thought: "Second thought", step: 2 },
      ],
      metadata: { created_at: UTC, last_updated: UTC, total_steps: 2 },
    });
  });

  it("[T6] getAllThoughts lists timestamp, thought and step", async () => {
    await using opened = await open();
    await opened.contexts.addThought("workflow-123", "First thought");
    await opened.contexts.addThought("workflow-123", "Second thought");
    expect(await opened.contexts.getAllThoughts("workflow-123")).toEqual([
      { timestamp: UTC, thought: "First thought", step: 1 },
      { timestamp: UTC, thought: "Second thought", step: 2 },
    ]);
  });

  it("[T6] getContextSummary has exactly four fields", async () => {
    await using opened = await open(2);
    for (const thought of ["1", "2", "3", "4", "5"])
      await opened.contexts.addThought("workflow-123", thought);
    expect(await opened.contexts.getContextSummary("workflow-123")).toEqual({
      session_id: "workflow-123",
      total_steps: 5,
      created_at: UTC,
      last_updated: UTC,
    });
  });

  it("[T6] clearContext empties the window; step numbers continue", async () => {
    await using opened = await open();
    const { contexts } = opened;
    await contexts.addThought("workflow-123", "First thought");
    expect(await contexts.clearContext("workflow-123")).toBeUndefined();
    expect(await contexts.getAllThoughts("workflow-123")).toEqual([]);
    expect(await contexts.getFormattedContext("workflow-123")).toBe("");
    expect(await contexts.addThought("workflow-123", "Second thought")).toBe(2);
    expect(await contexts.getAllThoughts("workflow-123")).toMatchObject([
      { thought: "Second thought", step: 2 },
    ]);
    expect((await contexts.getContextSummary("workflow-123")).total_steps).toBe(2);
  });

  it("[T6] an empty thought is refused and uses no step", async () => {
    await using opened = await open();
    await expect(opened.contexts.addThought("workflow-123", "  ")).rejects.toThrow("'thought' is required");
    expect(await opened.contexts.addThought("workflow-123", "Something")).toBe(1);
  });
});

it("[T6] the formatted context reads exactly as the seed shows it", async () => {
  const store = await openStore({ memory: true }, seedClock());
  const contexts = new ContextManager({ store });
  await contexts.addThought("workflow-123", "First thought");
  await contexts.addThought("workflow-123", "Second thought");
  const times = (await contexts.getAllThoughts("workflow-123")).map(({ timestamp }) => timestamp);
  expect(times[0]).toMatch(/^2024-01-01T00:00:0\d\.000Z$/);
  expect(await contexts.getFormattedContext("workflow-123")).toBe(
    `Previous thoughts in this session:\n\nStep 1 (${times[0]}):\nFirst thought\n\nStep 2 (${times[1]}):\nSecond thought\n`,
  );
  await contexts.close();
});

it("[T6] reading or clearing an unknown session creates nothing", async () => {
  const store = await openStore({ memory: true });
  const contexts = new ContextManager({ store });
  expect(await contexts.getContext("workflow-123")).toEqual({
    session_id: "workflow-123",
    thoughts: [],
    metadata: { created_at: null, last_updated: null, total_steps: 0 },
  });
  expect(await contexts.getAllThoughts("workflow-123")).toEqual([]);
  expect(await contexts.getFormattedContext("workflow-123")).toBe("");
  expect(await contexts.getContextSummary("workflow-123")).toMatchObject({ total_steps: 0 });
  await contexts.clearContext("workflow-123");
  expect(await store.sessions({})).toEqual([]);
  await contexts.close();
});

it("[T6] the next process reads a durable context, and clearing it lost nothing", async () => {
  using home = temporaryFolder();
  const first = new ContextManager({ store: await openStore({ home: home.path }) });
  await first.addThought("workflow-123", "First thought");
  await first.clearContext("workflow-123");
  await first.addThought("workflow-123", "Second thought");
  await first.close();
  const store = await openStore({ home: home.path });
  const second = new ContextManager({ store });
  expect(await second.getAllThoughts("workflow-123")).toMatchObject([{ thought: "Second thought", step: 2 }]);
  expect((await store.thoughts("workflow-123", {})).map(({ content }) => content)).toEqual([
    "First thought",
    "Second thought",
  ]);
  await second.close();
});
