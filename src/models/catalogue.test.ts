import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { getMentalModel, listMentalModels, mentalModelNames, mentalModelText } from "./catalogue.ts";
import { sectionsOf } from "./mental-model.ts";
import { Tag } from "./tags.ts";

const MODELS = [
  "first-principles",
  "rubber-duck",
  "socratic-questioning",
  "devils-advocate",
  "six-thinking-hats",
  "ooda-loop",
  "fermi-estimation",
  "premortem-analysis",
  "five-whys",
  "eisenhower-matrix",
  "swot-analysis",
  "backcasting",
  "red-team-blue-team",
  "stakeholder-analysis",
  "decision-matrix",
];
const TAGS = [
  "debugging",
  "planning",
  "decision-making",
  "risk-analysis",
  "estimation",
  "prioritization",
  "communication",
  "architecture",
  "validation",
];

test("[V1] there are exactly fifteen models, one file each", async () => {
  expect(mentalModelNames).toEqual(MODELS);
  expect((await listMentalModels()).map(({ name }) => name)).toEqual(MODELS);
  const files = readdirSync(new URL("catalogue", import.meta.url));
  expect(files.sort()).toEqual(MODELS.map((name) => `${name}.md`).sort());
});

test("[V1] there are nine tags, each on at least two models", async () => {
  expect(Tag.options).toEqual(TAGS);
  for (const tag of Tag.options)
    expect((await listMentalModels([tag])).length, tag).toBeGreaterThanOrEqual(2);
});

test("[V1] no two models share a title, a description or a worked example's first line", async () => {
  const models = await listMentalModels();
  const opening = (content: string) => sectionsOf(content)[2]!.text.split("\n")[0];
  for (const facts of [
    models.map(({ title }) => title),
    models.map(({ description }) => description),
    models.map(({ content }) => opening(content)),
  ])
    expect(new Set(facts).size).toBe(MODELS.length);
});

test("finds a model in any spelling of its name", async () => {
  for (const written of ["five-whys", "Five Whys", "five_whys", "fiveWhys"])
    expect((await getMentalModel(written))?.name).toBe("five-whys");
  expect((await getMentalModel("Devil's advocate"))?.name).toBe("devils-advocate");
  for (const written of ["", "six-whys", "constructor", "__proto__", "x".repeat(10_000)]) {
    expect(await getMentalModel(written)).toBeUndefined();
    expect(await mentalModelText(written)).toBeUndefined();
  }
});

describe.each(MODELS)("the model %s", (name) => {
  test("[V1] has all sections, steps with questions, an example and pitfalls", async () => {
    const { tags, description, content, steps } = (await getMentalModel(name))!;
    const [when, , example, pitfalls, ledger] = sectionsOf(content).map(({ text }) => text);
    const words = wordsOf(content);
    console.log(`${name}: ${words} words, ${steps.length} steps`);
    expect(words).toBeGreaterThanOrEqual(500);
    expect(words).toBeLessThanOrEqual(900);
    expect(description.length).toBeLessThanOrEqual(100);
    expect([2, 3]).toContain(tags.length);
    expect(new Set(tags).size).toBe(tags.length);
    expect(wordsOf(when!)).toBeGreaterThanOrEqual(20);
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(7);
    for (const { title, text } of steps) expect(text, title).toMatch(/\?$/);
    expect(wordsOf(example!)).toBeGreaterThanOrEqual(150);
    const items = pitfalls!.split("\n").filter((line) => line.startsWith("- "));
    expect(items.length).toBeGreaterThanOrEqual(3);
    expect(items.length).toBeLessThanOrEqual(5);
    expect(ledger).toMatch(/last thought/i);
    expect(ledger).toMatch(/branchFromThought|isRevision/);
  });

  test("[V1] mentions only arguments that thoughtbox has", async () => {
    const ledger = sectionsOf((await getMentalModel(name))!.content)[4]!.text;
    const named = [...ledger.matchAll(/`([a-z]+[A-Z]\w*)\b/g)].map(([, one]) => one);
    const known =
      /^(thoughtNumber|totalThoughts|nextThoughtNeeded|isRevision|revisesThought|branchFromThought|branchId|needsMoreThoughts|includeGuide|session(Id|Title|Tags))$/;
    expect(named.filter((one) => !known.test(one!))).toEqual([]);
  });
});

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
