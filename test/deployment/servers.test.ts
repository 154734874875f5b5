import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectHttp, connectStdio, eras } from "../support/connect.ts";
import { ledgerVariables } from "../support/deployment-ledger.ts";
import { sessionOnDisk } from "../support/ledger.ts";
import { type ServingThree, serveThree } from "../support/serve-three.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What the guide says about a server's connections. */
const MOST_CONNECTIONS = 16;

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: ServingThree;
beforeAll(async () => {
  serving = cleanup.use(await serveThree({ home }));
});
afterAll(() => cleanup.disposeAsync());

it.each(eras)("[SO2] one client's calls reach every server, and its session continues (%s)", async (era) => {
  await using connected = await connectHttp(era, serving.url);
  const before = [...serving.proxy.given];
  const steps: unknown[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const { step } = await answerOf(connected.client, "think", { thought: "Next", session_id: `s-${era}` });
    steps.push(step);
  }
  expect(steps).toEqual([1, 2, 3, 4, 5, 6]);
  serving.proxy.given.forEach((given, at) => {
    expect(given).toBeGreaterThan(before[at]!);
  });
});

it("[SO2] `clew mcp` and the commands work on the same ledger", async () => {
  await using connected = await connectStdio("handshake", { home });
  const thought = { thought: "From a process of its own", session_id: "s-handshake" };
  expect(await answerOf(connected.client, "think", thought)).toMatchObject({ step: 7 });
  expect((await sessionOnDisk(home, "s-handshake")).thoughtCount).toBe(7);
});

it("[SO2] under load no server holds more connections than the guide says", async () => {
  await using connected = await connectHttp("2026-07-28", serving.url);
  const think = (turn: number) =>
    answerOf(connected.client, "think", { thought: "Much", session_id: `${turn}` });
  await Promise.all(Array.from({ length: 120 }, (_, turn) => think(turn)));
  const client = new pg.Client(ledgerVariables(home).DATABASE_URL);
  await client.connect();
  const { rows } = await client.query(
    "SELECT count(*)::int AS held FROM pg_stat_activity WHERE application_name = 'clew' AND datname = current_database()",
  );
  await client.end();
  expect(rows[0].held).toBeLessThanOrEqual(3 * MOST_CONNECTIONS);
});

it.each([
  ["its port is taken", () => ["--port", new URL(serving.servers[0]!.address).port], /is in use/],
  ["its tools make no sense", () => ["--tools", "nonsense"], /nonsense/],
])("[SO7] a server that cannot start because %s ends, though it has connections", async (_, args, said) => {
  const { code, stderr } = await runClew(["serve", ...args()], { home });
  expect(stderr).toMatch(said);
  expect(code).toBeGreaterThan(0);
});
