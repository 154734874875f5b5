import { defineResource } from "../../mcp/define.ts";
import { mentalModelNames, mentalModelText } from "../../models/catalogue.ts";

/** One mental model, as its file has it. */
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
