import * as z from "zod";
import { closest, Failure, letters, tolerate } from "../ledger/index.ts";
import { capabilityGraph, type OfferedTool } from "./capability-graph.ts";
import { getMentalModel, listMentalModels, mentalModelNames } from "./catalogue.ts";
import type { MentalModel } from "./mental-model.ts";
import { findTag, Tag, tagDescriptions } from "./tags.ts";

/** What can be asked about mental models. */
export const OPERATIONS = ["get_model", "list_models", "list_tags", "get_capability_graph"] as const;

/** An answer about mental models: the fields of the operation asked for. Every client pays for this schema, so it is loose. */
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
 * Answers one operation, in either seed's spelling (`get` is `get_model`, `name` is `model`, `filter.tags` is `tag`).
 * `tools` are those that the server at hand offers; only the capability graph names them.
 */
export async function mentalModels(
  operation: string | undefined,
  args: unknown,
  tools: readonly OfferedTool[] = [],
): Promise<MentalModelsAnswer> {
  const { model, tags, warnings } = readArguments(args);
  const answer = await answerTo(operation, model, tags, tools);
  const warning = [...warnings, answer.warning].filter(Boolean).join(" ");
  return warning === "" ? answer : { ...answer, warning };
}

/** The same answer in the shape of the gateway's seed: tags are names only, and a model comes with its steps. */
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

async function answerTo(
  asked: string | undefined,
  model: string | undefined,
  tags: readonly string[],
  tools: readonly OfferedTool[],
): Promise<MentalModelsAnswer> {
  switch (findOperation(asked)) {
    case "get_model":
      return one(model);
    case "list_models":
      return list(tags);
    case "list_tags":
      return { tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })) };
    case "get_capability_graph":
      return capabilityGraph(tools);
    default:
      throw new Failure("INVALID_OPERATION", {
        operation: clip(asked ?? ""),
        known: OPERATIONS.join(", "),
      });
  }
}

async function one(asked: string | undefined): Promise<MentalModelsAnswer> {
  if (!asked?.trim())
    throw new Failure("INVALID_ARGUMENT", {
      problem: 'get_model needs args.model, such as {"model":"five-whys"}; list_models shows all names.',
    });
  const found = await getMentalModel(asked);
  if (!found)
    throw new Failure("MODEL_NOT_FOUND", { model: clip(asked), closest: closest(asked, mentalModelNames) });
  const { name, title, tags, description, content } = found;
  return { name, title, tags: [...tags], description, content };
}

async function list(asked: readonly string[]): Promise<MentalModelsAnswer> {
  const unknown = asked.filter((tag) => findTag(tag) === undefined);
  if (unknown.length > 0)
    return {
      models: [],
      warning: `No tag ${unknown
        .slice(0, 5)
        .map((tag) => `'${clip(tag)}'`)
        .join(", ")}. The tags are ${Tag.options.join(", ")}.`,
    };
  const found = await listMentalModels(asked.map((tag) => findTag(tag)!));
  return {
    models: found.map(({ name, description, tags }) => ({ name, description, tags: [...tags] })),
    ...(found.length === 0 && { warning: "No model has all of these tags: ask for one at a time." }),
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

function findOperation(asked = ""): (typeof OPERATIONS)[number] | undefined {
  const word = letters(asked);
  return OPERATIONS.find((operation) => letters(operation) === word || SHORT[word] === operation);
}

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);
