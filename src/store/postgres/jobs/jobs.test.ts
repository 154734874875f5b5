import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { describeJobs } from "../../../jobs/contract/describe-jobs.ts";
import { openPostgresJobs } from "./open-jobs.ts";

const ground = usePostgres();

describeJobs(
  "PostgreSQL, handed in through one process's source and taken through another's",
  async (tasks) => {
    const url = await ground.newLedger();
    const jobs = await openPostgresJobs(url);
    const others = await openPostgresJobs(url);
    const working = await others.work({ tasks, atOnce: 4, leaveHome: async () => {} });
    return {
      jobs,
      async close() {
        await working.stop(0);
        await others.close();
        await jobs.close();
      },
    };
  },
);
