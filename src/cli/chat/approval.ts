import type { Approval, PendingCall } from "../../host/loop.ts";
import { line } from "../table.ts";

/** The rules for approving calls. */
export interface ApprovalRules {
  /** `--yes`: allow everything. */
  readonly yes: boolean;
  /** Whether a call is for one of Clew's own tools, which need no approval. */
  readonly isOwn: (call: PendingCall) => boolean;
  /** Asks the user; absent without a terminal. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly out: (text: string) => void;
}

/** How many characters of the arguments a question shows. */
const SHOWN = 600;

/**
 * Allows Clew's own tools and read-only tools, and asks about the others. A tool that the user always allows is not asked
 * about again as long as its server, description, schemas and hints stay the same.
 */
export function createApproval({ yes, isOwn, ask, out }: ApprovalRules) {
  const always = new Set<string>();
  return async (call: PendingCall, signal: AbortSignal): Promise<Approval> => {
    const { origin } = call;
    const key = JSON.stringify([call.server, call.name, origin?.identity]);
    // The read-only hint of a tool that changed in this session is not trusted.
    const onlyReads = origin?.hints.readOnly === true && !origin.changed;
    if (yes || isOwn(call) || onlyReads || always.has(key)) return { action: "allow" };
    if (!ask) return { action: "deny", reason: "no user is there to approve it. --yes allows every tool." };
    const all = JSON.stringify(call.input);
    const isCut = all.length > SHOWN;
    const choices = `[y]es / [n]o / [a]lways${isCut ? " / [s]how all" : ""} `;
    const changed = origin?.changed ? " (this tool has changed since the session first saw it)" : "";
    let question = `run ${titleOf(call)}${changed} ${line(all, SHOWN)}? ${choices}`;
    for (;;) {
      const given = await ask(question, signal);
      if (given === undefined) return { action: "deny", reason: "the user did not answer." };
      const answer = given.trim().toLowerCase();
      if (answer === "a" || answer === "always") always.add(key);
      if (["y", "yes", "a", "always"].includes(answer)) return { action: "allow" };
      if (answer === "n" || answer === "no") return { action: "deny", reason: "the user said no." };
      if (isCut && (answer === "s" || answer === "show")) out(`${line(all)}\n`);
      question = choices;
    }
  };
}

function titleOf({ server, name }: PendingCall): string {
  return line(server === undefined ? name : `${server}.${name}`, 130);
}
