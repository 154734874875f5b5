import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { type Connected, connectHttp } from "../support/connect.ts";
import { startWorker } from "../support/deployment.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { type Serving, startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ground = usePostgres();
const cleanup = new AsyncDisposableStack();
const newHome = () => cleanup.use(temporaryFolder()).path;
const engine = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1", OPENAI_API_KEY: "any", CLEW_MODEL: "none" };
let env: Readonly<Record<string, string>>;
let server: Serving;
let client: Connected["client"];
beforeAll(async () => {
  env = { DATABASE_URL: await ground.newLedger(), CLEW_WORK: "off" };
  server = cleanup.use(await startOne({ home: newHome(), env: { ...env, ...engine } }));
  client = cleanup.use(await connectHttp("2026-07-28", server.url, { "X-Session-Id": "at-work" })).client;
});
afterAll(() => cleanup.disposeAsync());

const readiness = async () => {
  const answer = await fetch(new URL("/readyz", server.address));
  return (await answer.json()) as { readonly status: string; readonly warning?: string };
};
const health = () => answerOf(client, "observability_gateway", { operation: "health" });
const diagnosis = async () => {
  const { code, stdout } = await runClew(["doctor", "--json", "--port", "0"], { home: newHome(), env });
  const found = JSON.parse(stdout) as readonly { readonly name: string }[];
  return { code, workers: found.find(({ name }) => name === "workers") };
};
const run = (cellId: string) => call(client, "notebook", { operation: "run_cell", args: { cellId } });

test("[JB22] [JB15] without a worker, readiness, health, doctor and refused runs say what to start; with workers, they are healthy", async () => {
  const hint = /No worker for notebook runs.*start `clew worker`/;
  await expect.poll(readiness).toMatchObject({ status: "ready", warning: expect.stringMatching(hint) });
  expect(await health()).toMatchObject({
    status: "degraded",
    services: {
      store: { status: "up" },
      workers: { status: "down", reason: expect.stringMatching(hint), notebook: 0, model: 0 },
    },
  });
  expect(await diagnosis()).toEqual({
    code: 1,
    workers: { name: "workers", ok: false, says: expect.stringMatching(hint) },
  });
  await answerOf(client, "notebook", { operation: "create", args: { title: "Waiting" } });
  await answerOf(client, "notebook", { operation: "add_cell", args: { cellType: "code", content: "6 * 7" } });
  const refused = await run("cell-1");
  expect(refused.meta).toMatchObject({ "clew/code": "NO_WORKER" });
  expect(refused.text).toContain("Start `clew worker` on the same database");

  const plain = await startWorker({ home: newHome(), env });
  onTestFinished(() => plain.signal("SIGKILL"));
  const withoutEngine = /No worker for model work: start `clew worker` with an engine/;
  await expect.poll(readiness).toMatchObject({ warning: expect.stringMatching(withoutEngine) });
  expect((await run("cell-1")).structured).toMatchObject({ value: "42" });
  expect(await diagnosis()).toEqual({
    code: 0,
    workers: { name: "workers", ok: true, says: "1 for notebook runs, 0 for model work" },
  });

  const whole = await startWorker({ home: newHome(), env: { ...env, ...engine } });
  onTestFinished(() => whole.signal("SIGKILL"));
  await expect.poll(readiness).not.toHaveProperty("warning");
  expect(await health()).toMatchObject({
    status: "healthy",
    services: { workers: { status: "up", notebook: 2, model: 1 } },
  });
  plain.signal("SIGKILL");
  whole.signal("SIGKILL");
  await expect.poll(readiness).toMatchObject({ status: "ready", warning: expect.stringMatching(hint) });
}, 120_000);
