import * as z from "zod";
import { defineOperation } from "./operation.ts";
import { listed } from "./session-list.ts";

/** Lists sessions, newest activity first. */
export const listSessions = defineOperation({
  name: "list_sessions",
  summary: "{project?, tags?, limit?}",
  placeless: true,
  stage: 0,
  input: z.object({
    project: z.string().optional(),
    tags: z.array(z.string()).optional(),
    limit: z.int().optional(),
  }),
  aliases: { tags: ["tag"] },
  example: { project: "_default", tags: ["debugging"], limit: 20 },
  async run({ project, tags, limit = 20 }, { reasoning }) {
    const found = await reasoning.sessions({ ...(project && { project }), ...(tags && { tags }), limit });
    return { sessions: found.map(listed) };
  },
});
