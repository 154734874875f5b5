import { defineResource } from "../../mcp/define.ts";
import { listMentalModels, mentalModelNames, mentalModelText } from "../../models/catalogue.ts";
import { Tag, tagDescriptions } from "../../models/tags.ts";

/** All mental models, by tag. */
export const mentalModelsCatalog = defineResource({
  uri: "thoughtbox://mental-models/catalog",
  name: "mental-models-catalog",
  title: "Mental models catalog",
  description: "Mental models catalog",
  mimeType: "text/markdown",
  async read() {
    const models = await listMentalModels();
    const sections = Tag.options.map((tag) => {
      const rows = models
        .filter(({ tags }) => tags.includes(tag))
        .map(({ name, title, description }) => `| \`${name}\` | ${title} | ${description} |`);
      return `## ${tag}\n\n${tagDescriptions[tag]}.\n\n| name | model | what it does |\n|---|---|---|\n${rows.join("\n")}\n`;
    });
    return `# Mental models\n\n${models.length} models; most have several tags. Read one at \`thoughtbox://mental-models/{name}\`, or call \`mental_models\` with \`get_model\`.\n\n${sections.join("\n")}`;
  },
});

/** The file of one mental model. */
export const mentalModel = defineResource({
  uri: "thoughtbox://mental-models/{modelName}",
  name: "mental-model",
  title: "Mental model",
  description: "Get specific mental model",
  mimeType: "text/markdown",
  complete: {
    modelName: async (typed) => mentalModelNames.filter((name) => name.startsWith(typed.toLowerCase())),
  },
  read: ({ modelName }) => mentalModelText(modelName!),
});
