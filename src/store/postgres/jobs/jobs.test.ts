import { expect, onTestFinished, test, vi } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { describeJobs } from "../../../jobs/contract/describe-jobs.ts";
import { openPostgresJobs } from "./open-jobs.ts";

const ground = usePostgres();

describeJobs("PostgreSQL, requested by one process and run by another", async (tasks) => {
  const url = await ground.newLedger();
  const jobs = await openPostgresJobs(url);
  const others = await openPostgresJobs(url);
  const worker = await others.work({ tasks, concurrency: 4, onDisown: async () => {} });
  return {
    jobs,
    async close() {
      await worker.stop(0);
      await others.close();
      await jobs.close();
    },
  };
});

test("[JB11] close keeps the connection pool open until the last task has ended", async () => {
  const trace = vi.spyOn(console, "trace").mockImplementation(() => {});
  onTestFinished(() => trace.mockRestore());
  const url = await ground.newLedger();
  const reported: unknown[] = [];
  const jobs = await openPostgresJobs(url);
  const stopping = new URL(url);
  stopping.searchParams.set("application_name", "stopping");
  const others = await openPostgresJobs(stopping.href, (_, error) => reported.push(error));
  onTestFinished(() => jobs.close());
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const ignoreSignal = async () => {
    started.resolve();
    await release.promise;
  };
  const worker = await others.work({
    tasks: { "plain.hold": ignoreSignal },
    concurrency: 1,
    onDisown: async () => {},
  });
  jobs.run({ task: "plain.hold", payload: {} }).catch(() => {});
  await started.promise;
  await worker.stop(0);
  await others.close();
  release.resolve();
  const client = await ground.connect(url);
  const OPEN = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'stopping'";
  await expect.poll(async () => (await client.query(OPEN)).rowCount).toBe(0);
  expect(trace).not.toHaveBeenCalled();
  expect(reported).toEqual([]);
});
