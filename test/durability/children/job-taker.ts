/** Takes jobs and reports each. Its only argument is the address of the database. */
import { openJobs } from "../../../src/store/open.ts";

const jobs = await openJobs(JSON.parse(process.argv[2]!));
await jobs.work({
  tasks: {
    "plain.say": async ({ number }: { readonly number: number }) => {
      console.log(number);
      return { number };
    },
  },
  concurrency: 4,
  onDisown: async () => {},
});
console.log("ready");
