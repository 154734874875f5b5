import * as z from "zod";
import { closest, Failure, normalizedName, tolerate } from "../ledger/index.ts";
import { capabilityGraph, type OfferedTool } from "./capability-graph.ts";
import { getMentalModel, listMentalModels, mentalModelNames } from "./catalogue.ts";
import type { MentalModel } from "./mental-model.ts";
import { findTag, Tag, tagDescriptions } from "./tags.ts";

/** The operations on mental models. */
export const OPERATIONS = ["get_model", "list_models", "list_tags", "get_capability_graph"] as const;

/** An answer: the fields of the requested operation. Loose, because every client pays for this schema in tokens. */
export const MentalModelsAnswer = z.object({
  name: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  content: z.string().optional(),
  tags: z.array(z.unknown()).optional(),
  models: z
    .array(z.object({ name: z.string(), description: z.string(), tags: z.array(z.string()) }))
    .optional(),
  entities: z.array(z.unknown()).optional(),
  relations: z.array(z.unknown()).optional(),
  warning: z.string().optional(),
});
export type MentalModelsAnswer = z.infer<typeof MentalModelsAnswer>;

/**
 * Runs one operation. Accepts short forms: `get` for `get_model`, `name` for `model`, `filter.tags` for `tag`. `tools` are
 * the tools that this server offers; only the capability graph lists them.
 */
export async function mentalModels(
  operation: string | undefined,
  args: unknown,
  tools: readonly OfferedTool[] = [],
): Promise<MentalModelsAnswer> {
  const { model, tags, warnings } = readArguments(args);
  const answer = await runOperation(operation, model, tags, tools);
  const warning = [...warnings, answer.warning].filter(Boolean).join(" ");
  return warning === "" ? answer : { ...answer, warning };
}

/** The same answer in the gateway's format: tags are names only, and a model comes with its steps. */
export async function gatewayMentalModels(
  action: string | undefined,
  args: unknown,
  tools: readonly OfferedTool[] = [],
): Promise<MentalModelsAnswer & { readonly steps?: MentalModel["steps"] }> {
  const answer = await mentalModels(action, args, tools);
  const operation = findOperation(action);
  if (operation === "list_tags") return { ...answer, tags: Tag.options };
  if (operation !== "get_model") return answer;
  const { steps } = (await getMentalModel(answer.name!))!;
  return { ...answer, steps };
}

async function runOperation(
  name: string | undefined,
  model: string | undefined,
  tags: readonly string[],
  tools: readonly OfferedTool[],
): Promise<MentalModelsAnswer> {
  switch (findOperation(name)) {
    case "get_model":
      return getOne(model);
    case "list_models":
      return list(tags);
    case "list_tags":
      return { tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })) };
    case "get_capability_graph":
      return capabilityGraph(tools);
    default:
      throw new Failure("INVALID_OPERATION", {
        operation: clip(name ?? ""),
        known: OPERATIONS.join(", "),
      });
  }
}

async function getOne(requested: string | undefined): Promise<MentalModelsAnswer> {
  if (!requested?.trim())
    throw new Failure("INVALID_ARGUMENT", {
      problem: 'get_model needs args.model, such as {"model":"five-whys"}; list_models lists all names.',
    });
  const found = await getMentalModel(requested);
  if (!found)
    throw new Failure("MODEL_NOT_FOUND", {
      model: clip(requested),
      closest: closest(requested, mentalModelNames),
    });
  const { name, title, tags, description, content } = found;
  return { name, title, tags: [...tags], description, content };
}

async function list(requested: readonly string[]): Promise<MentalModelsAnswer> {
  const unknown = requested.filter((tag) => findTag(tag) === undefined);
  if (unknown.length > 0)
    return {
      models: [],
      warning: `No tag ${unknown
        .slice(0, 5)
        .map((tag) => `'${clip(tag)}'`)
        .join(", ")}. The tags are ${Tag.options.join(", ")}.`,
    };
  const found = await listMentalModels(requested.map((tag) => findTag(tag)!));
  return {
    models: found.map(({ name, description, tags }) => ({ name, description, tags: [...tags] })),
    ...(found.length === 0 && { warning: "No model has all of these tags. Ask for one at a time." }),
  };
}

const ALIASES = { model: ["name", "modelName"], tags: ["tag"] };
const FILTER = { properties: { tags: { type: "array", items: { type: "string" } } } };
const ARGUMENTS = {
  properties: { ...FILTER.properties, model: { type: "string" }, filter: { type: "object" } },
};

function readArguments(args: unknown) {
  const outer = tolerate(ARGUMENTS, args, ALIASES);
  const inner = tolerate(FILTER, outer.value.filter, ALIASES);
  return {
    model: outer.value.model as string | undefined,
    tags: (outer.value.tags ?? inner.value.tags ?? []) as readonly string[],
    warnings: [...outer.warnings, ...inner.warnings],
  };
}

const SHORT: Readonly<Record<string, (typeof OPERATIONS)[number]>> = {
  get: "get_model",
  list: "list_models",
};

function findOperation(requested = ""): (typeof OPERATIONS)[number] | undefined {
  const word = normalizedName(requested);
  return OPERATIONS.find((operation) => normalizedName(operation) === word || SHORT[word] === operation);
}

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);
