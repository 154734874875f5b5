import type { Approval, PendingCall } from "../../host/loop.ts";
import { line } from "../table.ts";

/** What approving depends on. */
export interface ApprovalRules {
  /** `--yes`: everything is allowed. */
  readonly yes: boolean;
  /** Whether a call needs nobody's leave: Clew's own, or one that only reads. */
  readonly isHarmless: (call: PendingCall) => boolean;
  /** Asks the person; absent where nobody is there. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly out: (text: string) => void;
}

/** How many letters of the arguments a question shows. */
const SHOWN = 600;

/** Lets harmless calls pass and asks about the others; a tool that was allowed always is not asked about again. */
export function createApproval({ yes, isHarmless, ask, out }: ApprovalRules) {
  const always = new Set<string>();
  return async (call: PendingCall, signal: AbortSignal): Promise<Approval> => {
    const key = JSON.stringify([call.server, call.name]);
    if (yes || isHarmless(call) || always.has(key)) return { action: "allow" };
    if (!ask) return { action: "deny", reason: "nobody is there to be asked. --yes allows every tool." };
    const all = JSON.stringify(call.input);
    const isCut = all.length > SHOWN;
    const choices = `[y]es / [n]o / [a]lways${isCut ? " / [s]how all" : ""} `;
    let question = `run ${titleOf(call)} ${line(all, SHOWN)}? ${choices}`;
    for (;;) {
      const given = await ask(question, signal);
      if (given === undefined) return { action: "deny", reason: "the person did not answer." };
      const answer = given.trim().toLowerCase();
      if (answer === "a" || answer === "always") always.add(key);
      if (["y", "yes", "a", "always"].includes(answer)) return { action: "allow" };
      if (answer === "n" || answer === "no") return { action: "deny", reason: "the person said no." };
      if (isCut && (answer === "s" || answer === "show")) out(`${line(all)}\n`);
      question = choices;
    }
  };
}

function titleOf({ server, name }: PendingCall): string {
  return line(server === undefined ? name : `${server}.${name}`, 130);
}
