import { describeJobs } from "./contract/describe-jobs.ts";
import { createInProcessJobs } from "./in-process.ts";

describeJobs("in-process", async (tasks) => {
  const jobs = createInProcessJobs();
  const worker = await jobs.work({ tasks, concurrency: 10, onDisown: async () => {} });
  return { jobs, close: () => worker.stop(0) };
});
