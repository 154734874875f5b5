import type { SamplingOptions, SamplingRequest } from "../../host/index.ts";
import { line } from "../table.ts";
import type { ApprovalRules } from "./approval.ts";
import { foreignText } from "./foreign-text.ts";

/** The rules for approving sampling requests. */
export interface SamplingRules extends Pick<ApprovalRules, "yes" | "ask" | "out"> {
  /** Columns of the terminal. */
  readonly width: () => number;
}

/** Asks the user whether a server may use the model; refuses without a terminal. */
export function createSamplingApproval({ yes, ask, out, width }: SamplingRules): SamplingOptions["approve"] {
  return async (request, signal) => {
    if (yes) return true;
    if (!ask) return false;
    const server = `the server '${line(request.server, 64)}'`;
    const question = `let ${server} send this to the model? [y]es / [n]o / [s]how `;
    for (;;) {
      const given = (await ask(question, signal))?.trim().toLowerCase();
      if (given === undefined || given === "n" || given === "no") return false;
      if (given === "y" || given === "yes") return true;
      if (given === "s" || given === "show") out(foreignText(textOf(request), width()));
    }
  };
}

function textOf({ systemPrompt, messages, maxTokens }: SamplingRequest): string {
  const texts = messages.map(({ role, text }) => `${role}: ${text}`);
  return [
    ...(systemPrompt === undefined ? [] : [`system: ${systemPrompt}`]),
    ...texts,
    `at most ${maxTokens} tokens`,
  ].join("\n");
}
