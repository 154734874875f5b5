import { defineResource } from "../../mcp/define.ts";
import { mentalModelNames, mentalModelText } from "../../models/catalogue.ts";

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
