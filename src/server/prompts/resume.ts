import { sessionIdFor } from "../../ledger/index.ts";
import { definePrompt } from "../../mcp/define.ts";

/** Resumes a session. */
export const resume = definePrompt({
  name: "resume",
  title: "Resume a session",
  description: "The brief of a session, and how to continue it",
  arguments: [
    {
      name: "sessionId",
      description: "The session to resume",
      required: true,
      complete: (typed, { sessions }) => sessions.ids(typed),
    },
  ],
  async render({ sessionId }, { sessions }) {
    const { brief } = await sessions.brief(sessionId!);
    const id = sessionIdFor(sessionId!);
    return `${brief}
Continue this session: pass \`sessionId: ${JSON.stringify(id)}\` on every \`thoughtbox\` call, start with the next step, and revise (isRevision, revisesThought) what no longer holds. The numbers after # are thoughts: read them in full at thoughtbox://sessions/${id}/thoughts, or search with \`recall\`, before you rely on a line.
`;
  },
});
