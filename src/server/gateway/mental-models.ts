import * as z from "zod";
import { gatewayMentalModels } from "../../models/operations.ts";
import { defineOperation } from "./operation.ts";

/** The mental models, in the gateway's format. */
export const mentalModels = defineOperation({
  name: "mental_models",
  summary: "{action: list|get|list_tags, name?, filter?}",
  stage: 2,
  input: z.object({
    action: z.string(),
    name: z.string().optional(),
    tags: z.array(z.string()).optional(),
    filter: z.record(z.string(), z.unknown()).optional(),
  }),
  aliases: { action: ["operation"], name: ["model", "modelName"], tags: ["tag"] },
  example: { action: "list", filter: { tags: ["debugging"] } },
  async run({ action, ...args }, { sessions, location, catalogue }) {
    const answer = await gatewayMentalModels(action, args, catalogue.tools);
    await sessions.advance(location, 3);
    return answer;
  },
});
