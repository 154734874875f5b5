import type { Catalogue, Prompt, Resource, Tool } from "../mcp/define.ts";
import { operations } from "./gateway/operations.ts";

/** Describes everything a server offers, as Markdown. */
export function overview(catalogue: Catalogue): string {
  return [
    "# What this server offers",
    `## Tools\n\n${catalogue.tools.map(toolLine).join("\n")}`,
    ...(catalogue.tools.some(({ name }) => name === "thoughtbox_gateway") ? [gatewaySection()] : []),
    `## Resources\n\n${catalogue.resources.map(resourceLine).join("\n")}`,
    `## Prompts\n\n${catalogue.prompts.map(promptLine).join("\n")}`,
  ].join("\n\n");
}

function toolLine({ name, description, input }: Tool): string {
  return `- \`${name}\` (${Object.keys(input.shape).join(", ")}): ${firstSentence(description)}`;
}

function resourceLine({ uri, description }: Resource): string {
  return `- \`${uri}\`: ${description}`;
}

function promptLine({ name, description, arguments: args }: Prompt): string {
  return `- \`${name}\`${args.length > 0 ? ` (${args.map((one) => one.name).join(", ")})` : ""}: ${description}`;
}

function gatewaySection(): string {
  const rows = operations.map(
    ({ name, stage, summary, example }) =>
      `- \`${name}\`, from stage ${stage}: ${summary}. Example: \`${JSON.stringify({ operation: name, args: example })}\``,
  );
  return `## Operations of thoughtbox_gateway\n\n${rows.join("\n")}`;
}

const firstSentence = (text: string): string =>
  /^.*?[.:](?:\s|$)/s.exec(text)?.[0].trimEnd().replace(/:$/, ".") ?? text;
