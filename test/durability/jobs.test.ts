import { expect, onTestFinished, test } from "vitest";
import { openJobs } from "../../src/store/open.ts";
import { openDatabase } from "../../src/store/postgres/database.ts";
import { removeWorker } from "../../src/store/postgres/jobs/reap-dead-workers.ts";
import { useOwnPostgres } from "../support/postgres-ledger.ts";
import { startChild } from "./start-child.ts";

const ground = useOwnPostgres();

test("[JB14] of many jobs taken by several workers, each runs once and gets an answer", async () => {
  const url = await ground.newLedger();
  const jobs = await openJobs(url);
  onTestFinished(() => jobs.close());
  const takers = [1, 2, 3].map(() => startChild("job-taker", url));
  await Promise.all(takers.map((taker) => taker.until(() => taker.lines.includes("ready"))));
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const ownerKeyOf = (number: number) => (number % 3 === 0 ? { ownerKey: `key-${number % 10}` } : {});
  const answers = await Promise.all(
    numbers.map((number) => jobs.run({ task: "plain.say", payload: { number }, ...ownerKeyOf(number) })),
  );
  expect(answers).toEqual(numbers.map((number) => ({ value: { number }, takenOver: false })));
  const said = takers.map(({ lines }) => lines.filter((line) => line !== "ready").map(Number));
  expect(said.flat().toSorted((a, b) => a - b)).toEqual(numbers);
  for (const own of said) expect(own.length).toBeGreaterThan(0);
  const client = await ground.connect(url);
  const LEFT =
    "SELECT (SELECT count(*) FROM graphile_worker.jobs) + (SELECT count(*) FROM clew.job WHERE ended_at IS NULL) AS left";
  await expect.poll(async () => Number((await client.query(LEFT)).rows[0].left)).toBe(0);
});

test("[JB15] a job that no worker can run is refused after a while, with what to start", async () => {
  const jobs = await openJobs(await ground.newLedger());
  onTestFinished(() => jobs.close());
  const refused = await jobs.run({ task: "plain.say", payload: {} }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "NO_WORKER", message: expect.stringContaining("clew worker") });
});

test("[JB15] a job whose worker dies three times is abandoned, and partial results are discarded", async () => {
  const url = await ground.newLedger();
  const [jobs, others, db] = await Promise.all([openJobs(url), openJobs(url), openDatabase(url, 2)]);
  const ended: string[] = [];
  const takenOver: boolean[] = [];
  const working = await others.work({
    tasks: {
      "plain.hold": (_: unknown, job) =>
        new Promise((resolve) => {
          takenOver.push(job.takenOver);
          job.signal.addEventListener("abort", () => resolve("too late"));
        }),
    },
    concurrency: 1,
    onDisown: async () => {},
    onEnd: (_, outcome) => ended.push(outcome),
  });
  onTestFinished(async () => {
    await working.stop(0);
    await Promise.all([others.close(), jobs.close(), db.close()]);
  });
  const lost = jobs.run({ task: "plain.hold", payload: {} }).catch((error: unknown) => error);
  for (const attempt of [1, 2, 3]) {
    await expect.poll(() => takenOver.length).toBe(attempt);
    const [worker] = await db.query("SELECT id FROM clew.worker");
    await removeWorker(db, worker!.id as string);
  }
  expect(await lost).toMatchObject({ code: "JOB_LOST", data: { attempts: 3 } });
  expect(takenOver).toEqual([false, true, true]);
  await expect.poll(() => ended).toEqual(["lost", "lost", "lost"]);
});

test("[JB16] a job survives a database restart: the worker continues, and the answer arrives", async () => {
  const url = await ground.newLedger();
  const [jobs, others] = await Promise.all([openJobs(url), openJobs(url)]);
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<string>();
  const working = await others.work({
    tasks: {
      "plain.hold": async () => {
        begun.resolve();
        return go.promise;
      },
    },
    concurrency: 1,
    onDisown: async () => {},
  });
  onTestFinished(async () => {
    await working.stop(0);
    await others.close();
    await jobs.close();
  });
  const run = jobs.run({ task: "plain.hold", payload: {}, ownerKey: "h" });
  await begun.promise;
  await ground.server.restart();
  go.resolve("held through it");
  expect(await run).toEqual({ value: "held through it", takenOver: false });
});
