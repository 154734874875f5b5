import type { Tool as ListedTool, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ArgumentSchema } from "../ledger/index.ts";
import type { Effect, Tool } from "./define.ts";

const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  append: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  destroy: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
};

/** A tool as clients see it in `tools/list`. */
export function toListedTool(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: argumentSchema(tool) as ListedTool["inputSchema"],
    outputSchema: plainSchema(tool.output) as NonNullable<ListedTool["outputSchema"]>,
    annotations: { ...ANNOTATIONS[tool.effect], openWorldHint: tool.openWorld === true },
    // Clients without MCP Apps ignore it, and no client shows it to its model.
    ...(tool.view !== undefined && { _meta: { ui: { resourceUri: tool.view } } }),
  };
}

/** A tool's arguments as JSON Schema. The root is a plain object: clients drop tools with anything else. */
export const argumentSchema = (tool: Tool): ArgumentSchema => schemaOf(tool.input);

/** The same, plus the arguments that are accepted but not listed. */
export function acceptedSchema({ input, unlisted }: Tool): ArgumentSchema {
  if (!unlisted) return schemaOf(input);
  let accepted = extended.get(input);
  if (!accepted) {
    accepted = unlisted.extend(input.shape);
    extended.set(input, accepted);
  }
  return schemaOf(accepted);
}

const extended = new WeakMap<z.ZodObject, z.ZodObject>();

const schemas = new WeakMap<z.ZodObject, ArgumentSchema>();

/** Arguments as JSON Schema, cached. */
export function schemaOf(input: z.ZodObject): ArgumentSchema {
  let schema = schemas.get(input);
  if (!schema) {
    schema = plainSchema(input);
    schemas.set(input, schema);
  }
  return schema;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

// The integer limits and the dialect URI that zod writes cost tokens and are useless to a model.
function plainSchema(schema: z.ZodObject): ArgumentSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Names are always strings, and other members are allowed by default.
      delete jsonSchema.propertyNames;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      if (isEmpty(jsonSchema.items)) delete jsonSchema.items;
    },
  });
  return plain as ArgumentSchema;
}
