import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { LEVELS } from "../../sessions/index.ts";
import { defineOperation } from "./operation.ts";

/** Sets the caller's project, task or aspect. */
export const navigate = defineOperation({
  name: "navigate",
  summary: "{to: project|task|aspect, value}",
  stage: 0,
  input: z.object({ to: z.string(), value: z.string() }),
  aliases: { to: ["level"], value: ["name"] },
  example: { to: "project", value: "my-app" },
  async run({ to, value }, { sessions, location }) {
    const level = LEVELS.find((one) => one === to?.trim().toLowerCase());
    if (level === undefined || !value?.trim())
      throw new Failure("INVALID_ARGUMENT", {
        problem:
          'navigate needs args.to (project, task or aspect) and args.value, such as {"to":"project","value":"my-app"}.',
      });
    return { navigated: level, ...(await sessions.navigate(location, level, value)) };
  },
});
