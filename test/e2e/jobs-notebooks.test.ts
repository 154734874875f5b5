import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCounter } from "../support/counter.ts";
import { type Deployment, startDeployment } from "../support/deployment.ts";
import { notebookJobs } from "../support/notebook-jobs.ts";
import { usePostgres } from "../support/postgres-ledger.ts";

const ground = usePostgres();
let on: Deployment;
let db: pg.Client;
let counter: Awaited<ReturnType<typeof startCounter>>;

beforeAll(async () => {
  const url = await ground.newLedger();
  counter = await startCounter();
  on = await startDeployment(url, { CLEW_NOTEBOOK_ALLOW_NET: "*" });
  db = await ground.connect(url);
});
afterAll(async () => {
  await on?.[Symbol.asyncDispose]();
  await counter?.close();
});

const asked = (server: number, operation: string, args: object, options: object = {}) =>
  on.clients[server]!.callTool({ name: "notebook", arguments: { operation, args: { ...args } } }, options);
const { callNotebook, newNotebook, addCell, homeOf, hasOutput, found } = notebookJobs(
  () => on,
  () => db,
);
const hasBegun = (notebookId: string) => hasOutput(notebookId, "begun");
const workersNamed = (pid: number) => found("SELECT 1 FROM clew.worker WHERE name LIKE $1", `%:${pid}`);

const printed = async (notebookId: string, cellId: string) =>
  String((await callNotebook(0, "get_cell", { notebookId, cellId })).structured!.output ?? "");

test("[JB6] variables persist at one worker, whichever server a run comes through, and output streams back", async () => {
  const notebookId = await newNotebook();
  const first = await addCell(notebookId, "let n = 40;");
  const second = await addCell(notebookId, 'n += 1;\nconsole.log("now", n);\nn');
  const third = await addCell(notebookId, "await new Promise((go) => setTimeout(go, 400));\nn");
  expect((await callNotebook(0, "run_cell", { notebookId, cellId: first })).structured).toMatchObject({
    status: "completed",
  });
  const messages: string[] = [];
  const watched = await asked(
    1,
    "run_cell",
    { notebookId, cellId: second },
    { onprogress: ({ message }: { message?: string }) => messages.push(message ?? "") },
  );
  expect(watched.structuredContent).toMatchObject({ value: "41", output: "now 41\n" });
  expect(messages.join("")).toContain("now 41");
  expect((await callNotebook(0, "run_cell", { notebookId, cellId: second })).structured).toMatchObject({
    value: "42",
  });
  const both = await Promise.all(
    [0, 1].map((server) => callNotebook(server, "run_cell", { notebookId, cellId: third })),
  );
  expect(both.map(({ structured }) => structured!.value)).toEqual(["42", "42"]);
  const all = await callNotebook(1, "run_all", { notebookId });
  expect(all.structured).toMatchObject({ status: "completed", ran: 3, left: 0 });
});

test("[JB7] a run can be interrupted, restarted and cancelled through another server", async () => {
  const notebookId = await newNotebook();
  const set = await addCell(notebookId, "var kept = 1;");
  const long = await addCell(
    notebookId,
    'console.log("begun");\nawait (globalThis.never = new Promise(() => {}));',
  );
  const look = await addCell(notebookId, "typeof kept");
  await callNotebook(0, "run_cell", { notebookId, cellId: set });
  const run = callNotebook(0, "run_cell", { notebookId, cellId: long });
  await hasBegun(notebookId);
  expect((await callNotebook(1, "interrupt", { notebookId })).structured).toMatchObject({
    interrupted: true,
  });
  expect((await run).structured).toMatchObject({ status: "killed", output: "begun\n" });
  expect((await callNotebook(1, "interrupt", { notebookId })).structured).toMatchObject({
    interrupted: false,
  });

  await callNotebook(0, "run_cell", { notebookId, cellId: set });
  expect((await callNotebook(0, "run_cell", { notebookId, cellId: look })).structured).toMatchObject({
    value: "number",
  });
  await callNotebook(1, "restart", { notebookId });
  expect((await callNotebook(0, "run_cell", { notebookId, cellId: look })).structured).toMatchObject({
    value: "undefined",
  });

  const stop = new AbortController();
  const cancelled = asked(0, "run_cell", { notebookId, cellId: long }, { signal: stop.signal }).catch(
    () => "gone",
  );
  await hasBegun(notebookId);
  stop.abort();
  expect(await cancelled).toBe("gone");
  await expect
    .poll(async () => (await callNotebook(1, "get_cell", { notebookId, cellId: long })).structured)
    .toMatchObject({
      status: "killed",
    });
});

test("[JB8] another worker repeats a run whose worker is killed, in a fresh kernel, and the answer says so", async () => {
  const notebookId = await newNotebook();
  const set = await addCell(notebookId, "var kept = 1;");
  const long = await addCell(
    notebookId,
    'console.log("begun");\nawait new Promise((go) => setTimeout(go, 1500));\ntypeof kept',
  );
  await callNotebook(0, "run_cell", { notebookId, cellId: set });
  const dying = await homeOf(notebookId);
  const run = callNotebook(1, "run_cell", { notebookId, cellId: long });
  await hasBegun(notebookId);
  dying.signal("SIGKILL");
  await on.addWorker();
  const { structured, meta } = await run;
  expect(structured).toMatchObject({ status: "completed", value: "undefined" });
  expect(String(structured!.warning)).toMatch(
    /worker that ran this cell died, so it ran a second time.*Variables of earlier cells are gone/,
  );
  expect(meta).toMatchObject({ "clew/takenOver": true });
  expect((await homeOf(notebookId)).pid).not.toBe(dying.pid);
});

test("[JB9] a run with network access is never repeated: it is recorded as killed, with the reason", async () => {
  const notebookId = await newNotebook({ allowNet: [`127.0.0.1:${counter.port}`] });
  const cellId = await addCell(
    notebookId,
    `console.log(await (await fetch("${counter.url}")).text());\nawait new Promise((go) => setTimeout(go, 60_000));`,
  );
  const run = callNotebook(1, "run_cell", { notebookId, cellId, timeoutMs: 60_000 });
  await expect.poll(() => counter.count()).toBe(1);
  (await homeOf(notebookId)).signal("SIGKILL");
  const { structured } = await run;
  expect(structured).toMatchObject({ status: "killed" });
  expect(JSON.stringify(structured)).toContain("so the cell was not run again");
  expect(counter.count()).toBe(1);
  await on.addWorker();
  expect((await callNotebook(0, "get_cell", { notebookId, cellId })).structured).toMatchObject({
    status: "killed",
  });
});

test("[JB10] a worker that was frozen notices that it lost its run and discards the result", async () => {
  const notebookId = await newNotebook();
  const cellId = await addCell(
    notebookId,
    "await new Promise((go) => setTimeout(go, 1000));\nconsole.log(Deno.pid ?? 0, Math.random());",
  );
  const run = callNotebook(1, "run_cell", { notebookId, cellId });
  const frozen = await homeOf(notebookId);
  await expect
    .poll(() => found("SELECT 1 FROM clew.job WHERE owner_key = $1 AND state = 'running'", notebookId))
    .toBe(1);
  frozen.signal("SIGSTOP");
  const { structured, meta } = await run;
  expect(meta).toMatchObject({ "clew/takenOver": true });
  frozen.signal("SIGCONT");
  await expect.poll(() => frozen.log()).toContain("sent no heartbeat for too long");
  await expect.poll(() => workersNamed(frozen.pid)).toBe(1);
  expect(await printed(notebookId, cellId)).toBe(structured!.output);
  expect((await homeOf(notebookId)).pid).not.toBe(frozen.pid);
});

test("[JB11] a stopping worker finishes its runs and hands its notebooks to others at once", async () => {
  const notebookId = await newNotebook();
  const cellId = await addCell(
    notebookId,
    'console.log("begun");\nawait new Promise((go) => setTimeout(go, 800));\n"done"',
  );
  const run = callNotebook(1, "run_cell", { notebookId, cellId });
  await hasBegun(notebookId);
  const ending = await homeOf(notebookId);
  ending.signal("SIGTERM");
  const { structured, meta } = await run;
  expect(structured).toMatchObject({ status: "completed", value: "done" });
  expect(meta).not.toHaveProperty("clew/takenOver");
  expect(await ending.ended).toEqual([0, null]);
  expect(await workersNamed(ending.pid)).toBe(0);
  expect((await callNotebook(0, "run_cell", { notebookId, cellId })).structured).toMatchObject({
    status: "completed",
  });
});
