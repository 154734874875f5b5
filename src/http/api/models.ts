import * as z from "zod";
import { closest, Failure } from "../../ledger/index.ts";
import { getMentalModel, listMentalModels, mentalModelNames } from "../../models/catalogue.ts";
import { tagDescriptions } from "../../models/tags.ts";
import { jsonRoute } from "./route.ts";
import { ModelDetail, ModelList } from "./server-schemas.ts";

/** Lists mental models. */
export const models = jsonRoute({
  method: "GET",
  path: "/models",
  summary: "The mental models and their tags",
  scopes: ["read"],
  answer: ModelList,
  run: async () => ({
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    models: (await listMentalModels()).map(({ name, title, tags, description }) => ({
      name,
      title,
      tags,
      description,
    })),
  }),
});

/** Reads one mental model. */
export const oneModel = jsonRoute({
  method: "GET",
  path: "/models/:name",
  summary: "One mental model, as Markdown and step by step",
  scopes: ["read"],
  params: z.object({ name: z.string().describe("the model's name") }),
  answer: ModelDetail,
  async run({ params: { name } }) {
    const found = await getMentalModel(name);
    if (!found) {
      const model = name.slice(0, 40).toWellFormed();
      throw new Failure("MODEL_NOT_FOUND", { model, closest: closest(model, mentalModelNames) });
    }
    return found;
  },
});
