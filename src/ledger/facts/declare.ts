import type { FactKind, FactOrigin } from "./fact.ts";
import type { Mark } from "./marks.ts";
import { answers, isReversal, isSameChoice, isSameStatement, settles } from "./subject.ts";

/** A fact of an earlier thought that nothing has replaced. */
export interface StandingFact {
  readonly seq: number;
  /** Its place among the facts of its thought. */
  readonly ordinal: number;
  readonly thoughtNumber: number;
  /** The branch of its thought; empty for the main line. */
  readonly branch: string;
  readonly kind: FactKind;
  readonly text: string;
  readonly origin: FactOrigin;
}

/** A mark as it is stored. */
export interface DeclaredFact extends Pick<Mark, "kind" | "text" | "reason"> {
  /** The text of the fact that it replaces. */
  readonly was?: string;
}

/** The facts of a thought, and what they replace. */
export interface Declaration {
  readonly facts: readonly DeclaredFact[];
  readonly replaced: readonly Pick<StandingFact, "seq" | "ordinal">[];
  readonly warnings: readonly string[];
}

/** At most this many standing facts of a session, the newest, are compared with a mark. */
export const MAX_STANDING = 300;

/** An answer that repeats at least this much of a question answers it. */
const ANSWERED = 0.5;

/** Decides which earlier facts the marks of a thought replace. `standing` is ordered newest first. */
export function declareFacts(
  marks: readonly Mark[],
  branch: string,
  standing: readonly StandingFact[],
): Declaration {
  const replaced = new Map<string, StandingFact>();
  const warnings: string[] = [];
  const facts = marks.map((mark): DeclaredFact => {
    const left = standing.filter((fact) => !replaced.has(keyOf(fact)));
    const found = mark.replaces === undefined ? findReplaced(mark, branch, left) : named(mark, left);
    for (const fact of found) replaced.set(keyOf(fact), fact);
    if (found.length === 0 && (mark.replaces !== undefined || mark.kind === "answered"))
      warnings.push(unmatched(mark, left));
    const { kind, text, reason } = mark;
    const was = found[0]?.text;
    return { kind, text, ...(reason !== undefined && { reason }), ...(was !== undefined && { was }) };
  });
  const keys = [...replaced.values()].map(({ seq, ordinal }) => ({ seq, ordinal }));
  return { facts, replaced: keys, warnings };
}

const keyOf = ({ seq, ordinal }: StandingFact): string => `${seq}.${ordinal}`;

/** The facts of the thought that a mark names: those of its kind, else all that it can replace. */
function named(mark: Mark, standing: readonly StandingFact[]): readonly StandingFact[] {
  const newest = standing.find(({ thoughtNumber }) => thoughtNumber === mark.replaces);
  const there = standing.filter(({ seq }) => seq === newest?.seq);
  const kind = mark.kind === "answered" ? "open" : mark.kind;
  const alike = there.filter((fact) => fact.kind === kind);
  if (mark.kind === "answered" && alike.length > 1) {
    const best = bestAnswered(mark, alike);
    return best ? [best] : alike;
  }
  return alike.length > 0 || mark.kind === "answered" ? alike : there;
}

/** Branches are alternatives: a fact is replaced on its own branch or by the main line. */
function findReplaced(
  mark: Mark,
  branch: string,
  standing: readonly StandingFact[],
): readonly StandingFact[] {
  const reachable = branch === "" ? standing : standing.filter((fact) => fact.branch === branch);
  if (mark.kind === "answered") {
    // An answer may be found on any branch.
    const best = bestAnswered(
      mark,
      standing.filter(({ kind }) => kind === "open"),
    );
    return best ? [best] : [];
  }
  const found = reachable.filter((fact) => isReplaced(mark, fact));
  if (mark.kind !== "dead_end" && mark.kind !== "decision") return found;
  // "dead end: Redis" is about a decision for Redis only if there is no other decision for Redis.
  const reversed = found.filter(({ kind }) => kind !== mark.kind && kind !== "open");
  return reversed.length > 1 ? found.filter((fact) => !reversed.includes(fact)) : found;
}

function isReplaced({ kind, text }: Mark, fact: StandingFact): boolean {
  if (kind === "decision" && fact.kind === "open") return settles(text, fact.text);
  if (kind === "decision" && fact.kind === "dead_end") return isReversal(fact.text, text);
  if (kind === "dead_end" && fact.kind === "decision") return isReversal(text, fact.text);
  if (kind !== fact.kind) return false;
  return kind === "decision" || kind === "outcome"
    ? isSameChoice(text, fact.text) || isSameStatement(text, fact.text)
    : isSameStatement(text, fact.text);
}

function bestAnswered({ text }: Mark, open: readonly StandingFact[]): StandingFact | undefined {
  const scored = open.map((fact) => ({ fact, score: answers(text, fact.text) }));
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (top, one) => (one.score > (top?.score ?? 0) ? one : top),
    undefined,
  );
  return best && (best.score >= ANSWERED || open.length === 1) ? best.fact : undefined;
}

function unmatched({ replaces, text }: Mark, standing: readonly StandingFact[]): string {
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
  if (replaces !== undefined) return `The mark ${shown} names thought ${replaces}, which has no such fact.`;
  const open = standing.filter((fact) => fact.kind === "open").slice(0, 3);
  if (open.length === 0) return `The mark ${shown} answers no open question: none was marked with "open: …".`;
  const list = open.map(({ thoughtNumber }) => `#${thoughtNumber}`).join(", ");
  return `No open question matches the mark ${shown}. Name its thought, as in "answered: #${open[0]!.thoughtNumber} …"; open are ${list}.`;
}
