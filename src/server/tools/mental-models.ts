import * as z from "zod";
import { defineTool } from "../../mcp/define.ts";
import { mentalModels as answer, MentalModelsAnswer, OPERATIONS } from "../../models/operations.ts";

/** The `mental_models` tool: written ways to think a problem through. */
export const mentalModels = defineTool({
  name: "mental_models",
  title: "Mental models",
  description:
    "Fifteen written ways to think a problem through: steps with questions, a worked example, pitfalls, what to record. list_models (by tag) and list_tags list them, get_model returns one; get_capability_graph returns entities and relations for a knowledge-graph memory server.",
  effect: "read",
  input: z.object({
    operation: z.enum(OPERATIONS),
    args: z
      .object({
        model: z.string().optional().describe("For get_model, e.g. five-whys"),
        tag: z.string().optional().describe("For list_models, e.g. debugging"),
      })
      .optional(),
    model: z.string().optional().describe("As args.model"),
    tags: z.array(z.string()).optional().describe("As args.tag; a model must have all"),
  }),
  output: MentalModelsAnswer,
  aliases: {
    operation: ["action"],
    // The gateway format has `filter` beside `action`, with the same members as `args`.
    args: ["arguments", "params", "filter"],
    model: ["name", "modelName"],
    tags: ["tag"],
  },
  examples: [
    { title: "One model", input: { operation: "get_model", args: { model: "first-principles" } } },
    { title: "Models for a kind of work", input: { operation: "list_models", args: { tag: "debugging" } } },
    { title: "The tags", input: { operation: "list_tags", args: {} } },
    { title: "For a knowledge graph", input: { operation: "get_capability_graph", args: {} } },
  ],
  async run({ operation, args, ...beside }, { catalogue, unread }) {
    const result = await answer(operation, { ...beside, ...args }, catalogue.tools);
    return { ...result, warning: [...unread, result.warning].filter(Boolean).join(" ") || undefined };
  },
});
