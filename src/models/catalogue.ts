import { normalizedName } from "../ledger/index.ts";
import { type MentalModel, parseMentalModel } from "./mental-model.ts";
import type { Tag } from "./tags.ts";

/** The mental models in the order they are listed. A file is loaded on first use. */
const files: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  "first-principles": () => import("./catalogue/first-principles.md"),
  "rubber-duck": () => import("./catalogue/rubber-duck.md"),
  "socratic-questioning": () => import("./catalogue/socratic-questioning.md"),
  "devils-advocate": () => import("./catalogue/devils-advocate.md"),
  "six-thinking-hats": () => import("./catalogue/six-thinking-hats.md"),
  "ooda-loop": () => import("./catalogue/ooda-loop.md"),
  "fermi-estimation": () => import("./catalogue/fermi-estimation.md"),
  "premortem-analysis": () => import("./catalogue/premortem-analysis.md"),
  "five-whys": () => import("./catalogue/five-whys.md"),
  "eisenhower-matrix": () => import("./catalogue/eisenhower-matrix.md"),
  "swot-analysis": () => import("./catalogue/swot-analysis.md"),
  backcasting: () => import("./catalogue/backcasting.md"),
  "red-team-blue-team": () => import("./catalogue/red-team-blue-team.md"),
  "stakeholder-analysis": () => import("./catalogue/stakeholder-analysis.md"),
  "decision-matrix": () => import("./catalogue/decision-matrix.md"),
};

/** The names of all mental models. */
export const mentalModelNames: readonly string[] = Object.keys(files);

/** All mental models, or those with all of these tags. */
export async function listMentalModels(tags: readonly Tag[] = []): Promise<readonly MentalModel[]> {
  const models = await Promise.all(mentalModelNames.map(load));
  return models.filter((model) => tags.every((tag) => model.tags.includes(tag)));
}

/** Finds a mental model by name, in any spelling (`Five Whys`, `five_whys`). */
export async function getMentalModel(written: string): Promise<MentalModel | undefined> {
  const name = nameOf(written);
  return name === undefined ? undefined : load(name);
}

/** The file of a mental model, with its front matter. */
export async function mentalModelText(written: string): Promise<string | undefined> {
  const name = nameOf(written);
  return name === undefined ? undefined : (await files[name]!()).default;
}

const parsed = new Map<string, MentalModel>();

async function load(name: string): Promise<MentalModel> {
  let model = parsed.get(name);
  if (!model) {
    model = parseMentalModel((await files[name]!()).default);
    if (model.name !== name) throw new Error(`The file of '${name}' has the name '${model.name}'.`);
    parsed.set(name, model);
  }
  return model;
}

const nameOf = (written: string) =>
  mentalModelNames.find((name) => normalizedName(name) === normalizedName(written));
