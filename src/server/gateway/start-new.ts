import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineOperation } from "./operation.ts";

/** Opens a session. */
export const startNew = defineOperation({
  name: "start_new",
  summary: "{title, tags?, project?, description?}: opens a session",
  placeless: true,
  stage: 0,
  input: z.object({
    title: z.string(),
    tags: z.array(z.string()).optional(),
    project: z.string().optional(),
    description: z.string().optional(),
    task: z.string().optional(),
    aspect: z.string().optional(),
  }),
  aliases: { title: ["sessionTitle"], tags: ["tag", "sessionTags"] },
  example: {
    title: "Investigate memory leak",
    tags: ["debugging", "performance"],
    project: "my-app",
    description: "High memory on prod server",
  },
  async run({ title, tags, project, description, task, aspect }, { sessions, location, author }) {
    if (title === undefined || title.trim() === "")
      throw new Failure("INVALID_ARGUMENT", {
        problem: "start_new needs args.title: a few words that describe the question.",
      });
    const newSession = {
      title,
      mode: "chain",
      tags,
      description: description || undefined,
      // Absent members default to the caller's location.
      ...(project && { project }),
      ...(task && { task }),
      ...(aspect && { aspect }),
    } as const;
    const session = await sessions.startNew(location, newSession, author);
    return {
      sessionId: session.id,
      message: "Session created successfully",
      ...(location.key === undefined && { warning: sendSessionId(session.id) }),
    };
  },
});

/** Asks a caller without a handle to send the id of its session. */
export function sendSessionId(sessionId: string): string {
  return `No handle was sent: send sessionId: ${JSON.stringify(sessionId)} in args with every following call.`;
}
