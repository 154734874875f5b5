import type { Catalogue } from "../mcp/define.ts";

/** What to use each door for, in a few words. */
const USES: Readonly<Record<string, string>> = {
  think: "think for single notes",
  thoughtbox: "thoughtbox for chains with branches and revisions",
  notebook: "notebook to compute and check with code",
  recall: "recall to find what was thought before",
  mental_models: "mental_models for ways to attack a problem",
};

/** What a client may show its model about a server with these tools. */
export function instructionsFor({ tools }: Catalogue): string {
  const uses = tools.flatMap(({ name }) => USES[name] ?? []);
  return [
    "Clew records reasoning in a durable ledger.",
    ...(uses.length > 0 ? [`Use ${uses.join(", ")}.`] : []),
    "Pass the sessionId (session_id) of an answer to go on in that session.",
  ].join(" ");
}
