import * as z from "zod";
import { listMentalModels } from "./catalogue.ts";
import { tagDescriptions } from "./tags.ts";

/** The capabilities of a server, as arguments for a knowledge-graph memory server's `create_entities` and `create_relations`. */
export const CapabilityGraph = z.object({
  entities: z.array(
    z.object({ name: z.string(), entityType: z.string(), observations: z.array(z.string()) }),
  ),
  relations: z.array(z.object({ from: z.string(), to: z.string(), relationType: z.string() })),
});
export type CapabilityGraph = z.infer<typeof CapabilityGraph>;

/** A tool as its server lists it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
}

const SERVER = "clew";

/** The server, its tools, the mental models, their tags, and the relations between them. */
export async function capabilityGraph(tools: readonly OfferedTool[]): Promise<CapabilityGraph> {
  const models = await listMentalModels();
  const provider = ["mental_models", "thoughtbox_gateway"].find((name) =>
    tools.some((tool) => tool.name === name),
  );
  return {
    entities: [
      entity(SERVER, "mcp_server", "Records reasoning in a durable ledger"),
      ...tools.map(({ name, description }) => entity(name, "mcp_tool", firstSentence(description))),
      ...models.map(({ name, title, description, steps }) =>
        entity(
          name,
          "mental_model",
          `${title}: ${description}`,
          `Steps: ${steps.map((s) => s.title).join("; ")}`,
        ),
      ),
      ...Object.entries(tagDescriptions).map(([name, text]) => entity(name, "mental_model_tag", text)),
    ],
    relations: [
      ...tools.map(({ name }) => relation(SERVER, "offers", name)),
      ...models.map(({ name }) => relation(provider ?? SERVER, "provides", name)),
      ...models.flatMap(({ name, tags }) => tags.map((tag) => relation(name, "helps_with", tag))),
    ],
  };
}

const entity = (name: string, entityType: string, ...observations: string[]) => ({
  name,
  entityType,
  observations,
});
const relation = (from: string, relationType: string, to: string) => ({ from, to, relationType });
const firstSentence = (text: string): string => /^.*?[.!?](?:\s|$)/s.exec(text)?.[0].trimEnd() ?? text;
