import { describeJobs } from "./contract/describe-jobs.ts";
import { createInProcessJobs } from "./in-process.ts";

describeJobs("in-process", async (tasks) => {
  const jobs = createInProcessJobs();
  const working = await jobs.work({ tasks, atOnce: 10, leaveHome: async () => {} });
  return { jobs, close: () => working.stop(0) };
});
