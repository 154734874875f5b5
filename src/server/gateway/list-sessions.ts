import * as z from "zod";
import type { SessionSummary } from "../../ledger/index.ts";
import { defineOperation } from "./operation.ts";

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
  async run({ project, tags, limit = 20 }, { sessions }) {
    const found = await sessions.list({ project: project || undefined, tags, limit });
    return { sessions: found.map(toListedSession) };
  },
});

/** A session as the gateway lists it. */
export function toListedSession(session: SessionSummary) {
  const { id, title, tags, thoughtCount, branchCount, createdAt, updatedAt } = session;
  return { id, title, tags, thoughtCount, branchCount, createdAt, updatedAt };
}
