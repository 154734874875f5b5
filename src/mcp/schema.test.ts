import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool, type Effect } from "./define.ts";
import { argumentSchema, toListedTool } from "./schema.ts";

const tool = (effect: Effect = "append") =>
  defineTool({
    name: "weigh",
    title: "Weigh",
    description: "Weighs a thought.",
    effect,
    input: z.object({
      thought: z.string().describe("What to weigh"),
      number: z.int().min(1),
      scale: z.enum(["rough", "fine"]).optional(),
      tags: z.array(z.string()).optional(),
    }),
    output: z.object({ weight: z.number(), note: z.string().optional() }),
    examples: [],
    run: async () => ({ weight: 1 }),
  });

test("[P4] lists arguments as one plain object, without keywords that are useless to a model", () => {
  expect(toListedTool(tool()).inputSchema).toEqual({
    type: "object",
    properties: {
      thought: { type: "string", description: "What to weigh" },
      number: { type: "integer", minimum: 1 },
      scale: { type: "string", enum: ["rough", "fine"] },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["thought", "number"],
  });
});

test("[P4] lists the output schema of a tool", () => {
  expect(toListedTool(tool())).toMatchObject({
    name: "weigh",
    title: "Weigh",
    description: "Weighs a thought.",
    outputSchema: {
      type: "object",
      properties: { weight: { type: "number" }, note: { type: "string" } },
      required: ["weight"],
    },
  });
});

test("[P4] creates the schema of a tool once", () => {
  const one = tool();
  expect(argumentSchema(one)).toBe(argumentSchema(one));
});

test.each<[Effect, boolean, boolean, boolean]>([
  ["read", true, false, true],
  ["append", false, false, false],
  ["change", false, false, true],
  ["destroy", false, true, true],
])("[P6] a tool with the effect %s says so", (effect, readOnlyHint, destructiveHint, idempotentHint) => {
  expect(toListedTool(tool(effect)).annotations).toEqual({
    readOnlyHint,
    destructiveHint,
    idempotentHint,
    openWorldHint: false,
  });
});
