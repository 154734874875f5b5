import { beforeEach, describe, expect, test } from "vitest";
import { openApi } from "../../../test/support/api.ts";
import { type Invocation, timeOrderedId } from "../../ledger/index.ts";
import { openStore } from "../../store/open.ts";

const START = Date.parse("2026-11-15T10:00:00.000Z");
const rowAt = (seconds: number, more: Partial<Invocation> = {}): Invocation => ({
  id: timeOrderedId(START + seconds * 1000),
  kind: "tool",
  tool_name: "think",
  input: { thought: "\u001b[31mred" },
  latency_ms: seconds,
  success: true,
  created_at: new Date(START + seconds * 1000).toISOString(),
  ...more,
});
const rows = [
  rowAt(1, { session_id: "a b&c" }),
  rowAt(2, { success: false, error: "no" }),
  rowAt(3, { kind: "model", tool_name: "anthropic", pipe_name: "m-1", cost: 0.5 }),
] as const;

describe("/api/invocations", () => {
  let api: Awaited<ReturnType<typeof openApi>>;
  beforeEach(async () => {
    api = await openApi();
    await api.store.keepInvocations(rows);
  });
  const numbers = async (query: string) =>
    (await api.get<Invocation[]>(`/invocations${query}`)).map(
      ({ id }) => rows.findIndex((row) => row.id === id) + 1,
    );

  test("[IV6] lists whole invocations, newest first", async () => {
    expect(await api.get("/invocations")).toEqual(rows.toReversed());
    expect((await api.ask("GET", "/invocations")).headers.get("cache-control")).toBe("no-store");
  });

  test("[IV6] the list supports the filters of the command", async () => {
    expect(await numbers("?tool=think")).toEqual([2, 1]);
    expect(await numbers("?session=a%20b%26c")).toEqual([1]);
    expect(await numbers("?failed=true")).toEqual([2]);
    expect(await numbers("?failed=false&kind=tool")).toEqual([1]);
    expect(await numbers("?kind=model")).toEqual([3]);
    expect(await numbers("?since=2026-11-15T10:00:02Z&until=2026-11-15T10:00:02Z")).toEqual([2]);
    expect(await numbers("?since=2026-11-15&until=2026-11-15")).toEqual([3, 2, 1]);
    expect(await numbers("?until=2026-11-14")).toEqual([]);
    expect(await numbers("?limit=1")).toEqual([3]);
    expect(await numbers(`?limit=1&before=${rows[2].id}`)).toEqual([2]);
  });

  test("[IV6] reads one by its id, and an unknown id says what to do", async () => {
    expect(await api.get(`/invocations/${rows[0].id}`)).toEqual(rows[0]);
    expect(await api.refused("GET", "/invocations/no%2Fsuch")).toEqual({
      status: 404,
      error: { code: "INVOCATION_NOT_FOUND", message: expect.stringContaining("no/such") },
    });
  });

  test("[WB51] adds up the cost of model calls by day, project and model", async () => {
    await api.store.openSession({ mode: "chain", id: "s", title: "S", project: "shop" });
    const call = { kind: "model", tool_name: "anthropic", pipe_name: "m-1" } as const;
    await api.store.keepInvocations([
      rowAt(10, { ...call, session_id: "s", input_tokens: 100, output_tokens: 10, cost: 0.25 }),
      rowAt(11, { ...call, session_id: "s", input_tokens: 50, output_tokens: 5, cost: 0.25 }),
      rowAt(12, { ...call, session_id: "s", pipe_name: "m-2" }),
    ]);
    const row = { day: "2026-11-15", project: "shop", model: "m-1" };
    const ofSession = [
      { ...row, model: "m-2", calls: 1, inputTokens: 0, outputTokens: 0 },
      { ...row, calls: 2, inputTokens: 150, outputTokens: 15, cost: 0.5 },
    ];
    expect(await api.get("/invocations/costs?session=s")).toEqual({ rows: ofSession, isPartial: false });
    expect(await api.get("/invocations/costs")).toEqual({
      rows: [
        ...ofSession,
        { ...row, project: "_default", calls: 1, inputTokens: 0, outputTokens: 0, cost: 0.5 },
      ],
      isPartial: false,
    });
    expect(await api.get("/invocations/costs?until=2026-11-14")).toEqual({ rows: [], isPartial: false });
  });

  test("[IV6] returns the statistics of the store", async () => {
    expect(await api.get("/invocations/stats")).toEqual(await api.store.invocationStats({}));
    expect(await api.get("/invocations/stats?since=2026-11-15T10:00:03Z")).toMatchObject([
      { tool_name: "anthropic", pipe_name: "m-1", calls: 1, cost: 0.5 },
    ]);
    expect(await api.get("/invocations/stats?until=2026-11-14")).toEqual([]);
  });

  test.each([
    ["?limit=0", "limit"],
    ["?limit=", "limit"],
    ["?limit=ten", "limit"],
    ["?kind=person", "kind"],
    ["?failed=maybe", "failed"],
    ["?since=yesterday", "since"],
    ["?until=", "until"],
    ["?tool=a&tool=b", "tool"],
    ["?tol=think", "tool, session"],
    ["/stats?tool=think", "since, until"],
    ["?__proto__=1", "__proto__"],
  ])("[IV6] refuses %s with the reason", async (path, reason) => {
    const { status, error } = await api.refused("GET", `/invocations${path}`);
    expect([status, error.code]).toEqual([400, "INVALID_ARGUMENT"]);
    expect(`${error.message} ${error.hint}`).toContain(reason);
  });

  test("[IV6] a store error is logged, and reported to the caller without its cause", async () => {
    const store = await openStore({ memory: true });
    const broken = await openApi({ viewOf: () => ({ store }) as never });
    await store.close();
    expect(await broken.refused("GET", "/invocations")).toEqual({
      status: 500,
      error: { code: "INTERNAL", message: expect.any(String) },
    });
    expect(broken.faults).toHaveLength(1);
  });
});
