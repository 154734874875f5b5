import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Invocation, timeOrderedId } from "../ledger/index.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { invocationRoutes } from "./api-invocations.ts";

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

let store: Store;
const faults: unknown[] = [];
beforeAll(async () => {
  store = await openStore({ memory: true });
  await store.keepInvocations(rows);
});
afterAll(() => store.close());

async function get(path: string) {
  const answer = await invocationRoutes(
    () => store,
    (error) => faults.push(error),
  ).request(path);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return { status: answer.status, body: await answer.json() };
}
const numbers = async (query: string) => {
  const { status, body } = await get(`/${query}`);
  expect(status).toBe(200);
  return (body as Invocation[]).map(({ id }) => rows.findIndex((row) => row.id === id) + 1);
};

describe("/api/invocations", () => {
  test("[IV6] the list has whole invocations, newest first", async () => {
    expect(await get("/")).toEqual({ status: 200, body: rows.toReversed() });
  });

  test("[IV6] the list takes the filters of the command", async () => {
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

  test("[IV6] one is read by its id, and an unknown id says what to do", async () => {
    expect(await get(`/${rows[0].id}`)).toEqual({ status: 200, body: rows[0] });
    expect(await get("/no%2Fsuch")).toEqual({
      status: 404,
      body: { error: { code: "INVOCATION_NOT_FOUND", message: expect.stringContaining("no/such") } },
    });
  });

  test("[IV6] the figures are those of the store", async () => {
    expect(await get("/stats")).toEqual({ status: 200, body: await store.invocationStats({}) });
    const { body } = await get("/stats?since=2026-11-15T10:00:03Z");
    expect(body).toMatchObject([{ tool_name: "anthropic", pipe_name: "m-1", calls: 1, cost: 0.5 }]);
    expect((await get("/stats?until=2026-11-14")).body).toEqual([]);
  });

  test.each([
    ["/?limit=0", "limit"],
    ["/?limit=", "limit"],
    ["/?limit=ten", "limit"],
    ["/?kind=person", "kind"],
    ["/?failed=maybe", "failed"],
    ["/?since=yesterday", "since"],
    ["/?until=", "until"],
    ["/?tool=a&tool=b", "tool"],
    ["/?tol=think", "tool, session"],
    ["/stats?tool=think", "since, until"],
    ["/?__proto__=1", "__proto__"],
  ])("[IV6] %s is refused with the reason", async (path, reason) => {
    expect(await get(path)).toEqual({
      status: 400,
      body: { error: { code: "INVALID_ARGUMENT", message: expect.stringContaining(reason) } },
    });
  });

  test("[IV6] a fault of the store is told to the log, and to the caller without its cause", async () => {
    const closed = await openStore({ memory: true });
    await closed.close();
    const told: unknown[] = [];
    const answer = await invocationRoutes(
      () => closed,
      (error) => told.push(error),
    ).request("/");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ error: { code: "INTERNAL", message: expect.any(String) } });
    expect(told).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});
