import { defineResource } from "../../mcp/define.ts";
import { isOptional } from "../notebook/arguments.ts";
import type { NotebookOperation } from "../notebook/operation.ts";
import { notebookOperations as operations } from "../notebook/operations.ts";

/** The notebook operations, with their arguments and examples. */
export const notebookOperations = defineResource({
  uri: "thoughtbox://notebook/operations",
  name: "notebook-operations",
  title: "Notebook operations",
  description: "Notebook operation catalog",
  mimeType: "text/markdown",
  read: async () => `# Notebook operations

Call the tool \`notebook\` with \`operation\` and \`args\`, or \`thoughtbox_gateway\` with the operation \`notebook\` and the operation's name as \`action\` among its \`args\`. Other names are accepted: \`type\` for \`cellType\`, \`code\` for \`content\`, \`name\` for \`title\`, \`deps\` or \`packages\` for \`dependencies\`, \`timeout\` for \`timeoutMs\`, and every name in snake_case.

${operations.map(section).join("\n")}`,
});

function section(operation: NotebookOperation): string {
  const rows = Object.entries(operation.input.shape).map(
    ([name, schema]) =>
      `- \`${name}\`${isOptional(schema) ? "" : " (required)"}${schema.description ? `: ${schema.description}` : ""}`,
  );
  const call = JSON.stringify({ operation: operation.name, args: operation.example });
  return `## ${operation.name}\n\n${operation.summary}.\n\n${rows.map((row) => `${row}\n`).join("")}${rows.length > 0 ? "\n" : ""}\`\`\`json\n${call}\n\`\`\`\n`;
}
