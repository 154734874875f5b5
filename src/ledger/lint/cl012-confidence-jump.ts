import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";

/** How much confidence may rise without a reason. */
const JUMP = 0.25;
const STATED =
  /\bconfidence\b[^.\d]{0,30}(\d{1,3}(?:[.,]\d{1,2})?)\s?(%?)|\b(\d{1,3})\s?% (?:confident|sure|certain|confidence)\b/i;
const OBSERVED =
  /\b(?:measur\w{1,6}|ran|re-?ran|test(?:s|ed)|logs? (?:shows?|says?)|reproduc\w{1,5}|profil\w{1,4}|found|observ\w{1,6}|according to|data|benchmark\w{0,3}|experiment\w{0,3}|results?|documentation|docs? says?|source|shows|showed|shown|traced?|read(?:ing)? (?:the|it)|log|output|report\w{0,2}|confirms?|confirmed|verified|sample[sd]?|titrat\w{1,5}|spectr\w{1,4}|interview\w{0,2}|survey\w{0,2}|checked|inspect\w{0,3}|because|since)\b/i;

/** What would be or could be was not observed. */
const IMAGINED = /\b(?:would|could|might)\b|\b(?:they|it|I|we|that)['’]d\b/i;

/** A code block or a table: pasted output counts as new information. */
const DATA = /^[ \t]{0,8}(?:```|~~~|\|[^|\n]{0,500}\|)/m;

/** Finds confidence that rises without new information. */
export const confidenceJump: Rule = {
  id: "CL012",
  title: "Confidence jumps without new evidence",
  level: "warning",
  why: "Confidence that rises because a thought was repeated is not knowledge. Readers and agents act on that number.",
  example:
    "Thought 6 has confidence 0.3, thought 7 has 0.95, and nothing was measured, read or run in between.",
  fix: "Say what raised it and name it in `evidence`, or keep the confidence where it was.",
  *find(context) {
    const last = new Map<string, { readonly confidence: number; readonly seq: number; hasNews: boolean }>();
    for (const thought of context.thoughts) {
      yield;
      const branch = thought.branchId ?? "";
      const before = last.get(branch) ?? forkedFrom(context, thought, last);
      const confidence = confidenceOf(context, thought);
      if (before && !before.hasNews) before.hasNews = bringsNews(context, thought);
      if (confidence === undefined) continue;
      if (before && !before.hasNews && confidence - before.confidence >= JUMP - 1e-9)
        yield {
          thought,
          message: `Confidence rises from ${before.confidence} to ${confidence} without new evidence`,
          related: [before.seq],
        };
      last.set(branch, { confidence, seq: thought.seq, hasNews: false });
    }
  },
};

function forkedFrom<T>(
  { byId }: LintContext,
  { parentId }: Thought,
  last: ReadonlyMap<string, T>,
): T | undefined {
  const parent = parentId === undefined ? undefined : byId.get(parentId);
  return parent && last.get(parent.branchId ?? "");
}

function confidenceOf(context: LintContext, thought: Thought): number | undefined {
  if (thought.confidence !== undefined) return thought.confidence;
  if (!/%|confidence/i.test(thought.content)) return undefined;
  for (const { text, isQuestion } of context.sentences(thought)) {
    const found = isQuestion ? null : STATED.exec(text);
    if (!found) continue;
    const value = Number((found[1] ?? found[3])!.replace(",", "."));
    const share = found[2] === "%" || found[3] !== undefined || value > 1 ? value / 100 : value;
    if (share <= 1) return share;
  }
  return undefined;
}

function bringsNews(context: LintContext, thought: Thought): boolean {
  if (thought.evidence?.length || thought.metadata.evidence !== undefined) return true;
  if (DATA.test(thought.content)) return true;
  return context
    .sentences(thought)
    .some(({ text, isQuestion }) => !isQuestion && OBSERVED.test(text) && !IMAGINED.test(text));
}
