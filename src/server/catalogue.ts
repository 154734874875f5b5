import type { Catalogue, Tool } from "../mcp/define.ts";
import { type Observer, unobserved } from "./observability/operation.ts";
import { airline, coding, retail } from "./prompts/domain.ts";
import { interleavedThinking } from "./prompts/interleaved-thinking.ts";
import { listMcpAssets } from "./prompts/list-mcp-assets.ts";
import { resume } from "./prompts/resume.ts";
import { architecture, capabilities, patternsCookbook } from "./resources/documents.ts";
import { initLoad, initSessions } from "./resources/init.ts";
import { mentalModel, mentalModelsCatalog } from "./resources/mental-models.ts";
import { notebook, notebookDisplay, notebookOperations, notebookOutput } from "./resources/notebook.ts";
import { session, sessionThoughts, sessionView } from "./resources/session.ts";
import { thinkContext } from "./resources/think-context.ts";
import { exportReasoningChain } from "./tools/export-reasoning-chain.ts";
import { mentalModels } from "./tools/mental-models.ts";
import { notebook as notebookTool } from "./tools/notebook.ts";
import { observabilityGateway } from "./tools/observability-gateway.ts";
import { reasoning } from "./tools/reasoning.ts";
import { reasoningLinear } from "./tools/reasoning-linear.ts";
import { recall } from "./tools/recall.ts";
import { sequentialthinking } from "./tools/sequentialthinking.ts";
import { think } from "./tools/think.ts";
import { thoughtbox } from "./tools/thoughtbox.ts";
import { thoughtboxGateway } from "./tools/thoughtbox-gateway.ts";

const setsFor = (observer: Observer): Readonly<Record<string, readonly Tool[]>> => ({
  think: [think],
  thoughtbox: [thoughtbox, exportReasoningChain],
  notebook: [notebookTool],
  models: [mentalModels],
  gateway: [thoughtboxGateway],
  reasoning: [reasoningLinear, reasoning],
  observability: [observabilityGateway(observer)],
  recall: [recall],
  classic: [sequentialthinking],
});

/** The tool sets by name; `all` is every set except `classic`. */
export const toolSets = setsFor(unobserved);

/** How multi-word names are listed: `reasoning_linear` (plain) or `reasoning.linear` (dotted). */
type ToolNames = "plain" | "dotted";

/** Tools with a dotted name. The spelling that is not listed is accepted too. */
const DOTTED: Readonly<Record<string, string>> = { reasoning_linear: "reasoning.linear" };

/** What a server offers for a choice of tool sets. */
export function catalogueOf(
  sets: readonly string[],
  names: ToolNames = "plain",
  observer: Observer = unobserved,
): Catalogue {
  const known = observer === unobserved ? toolSets : setsFor(observer);
  const all = Object.keys(known).filter((set) => set !== "classic");
  const chosen = sets.flatMap((set) => (set === "all" ? all : [set]));
  const tools = [...new Set(chosen.flatMap((set) => known[set] ?? []))];
  return {
    tools:
      names === "plain" ? tools : tools.map((tool) => ({ ...tool, name: DOTTED[tool.name] ?? tool.name })),
    aliases: Object.fromEntries(
      Object.entries(DOTTED).map(([plain, dotted]) =>
        names === "plain" ? [dotted, plain] : [plain, dotted],
      ),
    ),
    resources: [
      capabilities,
      architecture,
      initSessions,
      initLoad,
      notebookOperations,
      notebook,
      notebookOutput,
      notebookDisplay,
      patternsCookbook,
      session,
      sessionThoughts,
      sessionView,
      thinkContext,
      mentalModelsCatalog,
      mentalModel,
    ],
    prompts: [listMcpAssets, interleavedThinking, resume, airline, coding, retail],
  };
}

/** Parses a list of tool sets (`think,thoughtbox`); returns the problem when a name is unknown. */
export function readToolSets(list: string): readonly string[] | { readonly problem: string } {
  const known = ["all", ...Object.keys(toolSets)];
  const sets = list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = sets.filter((name) => !known.includes(name));
  if (sets.length === 0 || unknown.length > 0)
    return {
      problem: `unknown tool set ${unknown.map((name) => `'${name.slice(0, 40)}'`).join(", ") || "''"}; choose from ${known.join(", ")}`,
    };
  return [...new Set(sets)];
}
