import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";

const CITED = /#(\d{1,9})\b|\b(?:thoughts?|steps?)\s(?:no\.?\s|number\s|#)?(\d{1,9})\b/gi;
const MAY_CITE = /#\d|\b(?:thought|step)/i;
/** What makes a mention of a thought not a reliance on it. */
const DISTANCED =
  /\b(?:wrong|incorrect|mistak\w{0,4}|misread|revis\w{0,4}|correct(?:s|ed|ion|ing)?|supersed\w{0,3}|replac\w{0,4}|no longer|not hold|doesn't hold|drop(?:s|ped)?|abandon\w{0,3}|reject\w{0,3}|discard\w{0,3}|contrary|contradict\w{0,3}|unlike|instead of|rather than|outdated|obsolete|void|withdraw\w{0,2}|withdrew|retract\w{0,3}|redo|redid|despite|ignor\w{0,3}|invalid\w{0,5}|disprov\w{0,2}|refut\w{0,2}|still (?:holds|stands|true|valid)|was (?:left|given) )\b/i;

/** Finds thoughts that rely on what was revised or given up. */
export const revisedPremise: Rule = {
  id: "CL003",
  title: "A thought relies on one that was revised or whose branch was dropped",
  level: "error",
  why: "A conclusion drawn from a corrected thought inherits its error, although the ledger shows the correction.",
  example: 'Thought 8 revises thought 3; thought 9 says "As measured in thought 3, the solvent is wet".',
  fix: "Draw the conclusion again from the revision and cite that one, or revise the thought that relies on the old one.",
  *find(context) {
    for (const thought of context.thoughts) {
      yield;
      // What was itself revised is no longer relied on.
      if (context.revisions.has(thought.id)) continue;
      for (const cited of citedBy(context, thought)) {
        const problem = problemOf(context, thought, cited);
        if (!problem) continue;
        yield { thought, ...problem };
        break;
      }
    }
  },
};

/** The thoughts that a thought relies on: those it cites without taking them back, and the one it branches from. */
function citedBy(context: LintContext, thought: Thought): readonly Thought[] {
  const numbers = new Set<number>();
  for (const { kind, number } of thought.evidence ?? []) if (kind === "thought") numbers.add(number!);
  for (const { text } of MAY_CITE.test(thought.content) ? context.sentences(thought) : []) {
    if (!MAY_CITE.test(text) || DISTANCED.test(text)) continue;
    for (const [, hash, word] of text.matchAll(CITED)) numbers.add(Number(hash ?? word));
  }
  const cited = [...numbers].flatMap((number) => context.named(number, thought) ?? []);
  const fork =
    thought.branchFrom === undefined || thought.parentId === undefined
      ? undefined
      : context.byId.get(thought.parentId);
  if (!fork || fork.branchId === thought.branchId) return cited;
  // A branch made before the revision may be what led to it.
  const isRevised = context.revisions.get(fork.id)?.some(({ seq }) => seq < thought.seq);
  return isRevised || fork.branchId !== undefined ? [...cited, fork] : cited;
}

function problemOf(context: LintContext, thought: Thought, cited: Thought) {
  if (cited.id === thought.revisesId) return undefined;
  const revision = context.revisions.get(cited.id)?.[0];
  if (revision && revision.id !== thought.id && thought.revisesId !== revision.id)
    return {
      message: `Relies on thought ${cited.number}, which was revised`,
      related: [cited.seq, revision.seq],
    };
  const branch = cited.branchId;
  const end = branch === undefined || branch === thought.branchId ? undefined : context.dropped.get(branch);
  // A thought that was written before the branch was dropped may be part of dropping it.
  return end !== undefined && thought.seq > end
    ? {
        message: `Relies on thought ${cited.number} of the branch "${branch!.slice(0, 60)}", which was dropped`,
        related: [cited.seq, end],
      }
    : undefined;
}
