import { describe, expect, test } from "vitest";
import { CapabilityGraph, capabilityGraph } from "./capability-graph.ts";
import { listMentalModels, mentalModelNames } from "./catalogue.ts";
import { Tag } from "./tags.ts";

const tools = [
  { name: "think", description: "Notes one thought. Nothing else happens." },
  { name: "mental_models", description: "Ways to think" },
];

describe("the capability graph", () => {
  test("[V3] has the server, its tools, the models and the tags, each once and described", async () => {
    const graph = await capabilityGraph(tools);
    expect(CapabilityGraph.parse(graph)).toEqual(graph);
    const names = graph.entities.map(({ name }) => name);
    expect(names).toEqual(["clew", "think", "mental_models", ...mentalModelNames, ...Tag.options]);
    expect(new Set(names).size).toBe(names.length);
    for (const { observations } of graph.entities) expect(observations.join("")).toMatch(/\S/);
    expect(graph.entities[1]).toEqual({
      name: "think",
      entityType: "mcp_tool",
      observations: ["Notes one thought."],
    });
  });

  test.each([
    ["both tools", tools, "mental_models"],
    ["the gateway only", [{ name: "thoughtbox_gateway", description: "All" }], "thoughtbox_gateway"],
    ["no tool", [], "clew"],
  ])("[V3] every relation connects two entities, once, with %s", async (_, offered, provider) => {
    const { entities, relations } = await capabilityGraph(offered);
    const names = new Set(entities.map(({ name }) => name));
    for (const { from, to } of relations) expect([names.has(from), names.has(to)]).toEqual([true, true]);
    expect(new Set(relations.map((one) => JSON.stringify(one))).size).toBe(relations.length);
    const provided = relations.filter(({ relationType }) => relationType === "provides");
    expect(provided).toEqual(
      mentalModelNames.map((to) => ({ from: provider, to, relationType: "provides" })),
    );
  });

  test("[V3] a model helps with exactly its tags", async () => {
    const { relations } = await capabilityGraph([]);
    for (const { name, tags } of await listMentalModels())
      expect(
        relations
          .filter(({ from, relationType }) => from === name && relationType === "helps_with")
          .map(({ to }) => to),
      ).toEqual(tags);
  });
});
