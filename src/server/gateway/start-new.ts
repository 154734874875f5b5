import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { defineOperation } from "./operation.ts";
import { sendSession } from "./send-session.ts";

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
  async run({ title, tags, project, description, task, aspect }, { reasoning, location, author }) {
    if (title === undefined || title.trim() === "")
      throw new Failure("INVALID_ARGUMENT", {
        problem: "start_new needs args.title: a few words that name the question.",
      });
    const wanted = {
      title,
      mode: "chain",
      ...(tags && { tags }),
      ...(project && { project }),
      ...(description && { description }),
      ...(task && { task }),
      ...(aspect && { aspect }),
    } as const;
    const session = await reasoning.startNew(location, wanted, author.idempotency);
    return {
      sessionId: session.id,
      message: "Session created successfully",
      ...(location.key === undefined && { warning: sendSession(session.id) }),
    };
  },
});
