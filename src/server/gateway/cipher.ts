import * as z from "zod";
import { Answer } from "../../mcp/define.ts";
import { defineOperation } from "./operation.ts";

/** Loads the reasoning primer. */
export const cipher = defineOperation({
  name: "cipher",
  summary: "loads the reasoning primer, opens stage 2",
  stage: 1,
  input: z.object({}),
  example: {},
  async run(_input, { sessions, location }) {
    const primer = (await import("./cipher.md")).default;
    const { stage } = await sessions.advance(location, 2);
    return new Answer({ primer, stage }, { text: primer });
  },
});
