import type { SamplingOptions, SamplingRequest } from "../../host/index.ts";
import { line } from "../table.ts";
import type { ApprovalRules } from "./approval.ts";
import { foreignText } from "./foreign-text.ts";

/** What approving depends on. */
export interface SamplingRules extends Pick<ApprovalRules, "yes" | "ask" | "out"> {
  /** Columns of the terminal. */
  readonly width: () => number;
}

/** Shows the person what a server wants to ask the model, and asks whether it may; refuses where nobody is there. */
export function createSamplingApproval({ yes, ask, out, width }: SamplingRules): SamplingOptions["approve"] {
  return async (request, signal) => {
    if (yes) return true;
    if (!ask) return false;
    const server = `the server '${line(request.server, 64)}'`;
    const question = `let ${server} ask the model this? [y]es / [n]o / [s]how `;
    for (;;) {
      const given = (await ask(question, signal))?.trim().toLowerCase();
      if (given === undefined || given === "n" || given === "no") return false;
      if (given === "y" || given === "yes") return true;
      if (given === "s" || given === "show") out(foreignText(textOf(request), width()));
    }
  };
}

function textOf({ systemPrompt, messages, maxTokens }: SamplingRequest): string {
  const said = messages.map(({ role, text }) => `${role}: ${text}`);
  return [
    ...(systemPrompt === undefined ? [] : [`system: ${systemPrompt}`]),
    ...said,
    `at most ${maxTokens} tokens`,
  ].join("\n");
}
