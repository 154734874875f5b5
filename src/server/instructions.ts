import type { Catalogue } from "../mcp/define.ts";

/** What to use each tool for. */
const USES: Readonly<Record<string, string>> = {
  think: "think for single notes",
  thoughtbox: "thoughtbox for chains with branches and revisions",
  notebook: "notebook to compute and check with code",
  recall: "recall to search earlier thoughts",
  mental_models: "mental_models for ways to approach a problem",
};

/** The instructions that a client shows its model. */
export function instructionsFor({ tools }: Catalogue): string {
  const uses = tools.flatMap(({ name }) => USES[name] ?? []);
  return [
    "Clew records reasoning in a durable ledger.",
    ...(uses.length > 0 ? [`Use ${uses.join(", ")}.`] : []),
    "Think here before an irreversible step, when choosing between options, after a surprise and when resuming.",
    "Declare what matters with marks (decision, dead end, open, answered, next, outcome): the brief and recall read them.",
    "Pass the sessionId (session_id) of an answer to continue that session.",
  ].join(" ");
}
