import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { wordsOf } from "./prose.ts";

const DECIDED =
  /^(?:decision|decided|resolved)\s?[:—–-]|\b(?:I|we|the team|they) (?:have |has |had |hereby |now |finally |therefore |thus )?(?:decided|settled? (?:on|for)|chose|opted? for|went with)\b|\b(?:it is|that is|that's) (?:decided|settled)\b|\b(?:we|I) (?:are|am|'re|'m) going with\b|\blet's go with\b|\b(?:we(?:'ll| will|'re going to| are going to)) (?:go with|use|adopt|take|pick|switch|store|keep|build|buy|move|drop|replace|leave|encode|rewrite|hire|rent|stick|choose|ship|standardi[sz]e)\b|\bwe are (?:flying|using|taking|switching|moving|buying|adopting|keeping) \b/i;
const ALTERNATIVE =
  /\b(?:alternativ\w{0,5}|options?|instead|rather than|versus|vs|either|(?:another|other|two|three|four|several) (?:ways?|readings?|possibilit\w{1,40}|choices?)|could also|we can .{3,80}, or|or we|as against|in preference to|preferred? .{1,60} (?:to|over)|compared (?:with|to)|trade-?offs?|considered|candidates?|ruled out|reject\w{0,3}|unlike|whereas|on the other hand|wins|beats|(?:better|cheaper|faster|simpler|safer|smaller|easier) than|over (?:the|a|an) \w{1,40}|not for|pros and cons|weigh\w{0,3})\b/i;
const MAY_DECIDE = /decid|decision|resolved|settle|chose|opted|went with|going|go with|\bwe\b/i;
const OPEN =
  /\b(?:not|never|no longer|if|once|unless|until|whether|should|could|might|would|nobody|had we)\b|n[’']t\b/i;
/** A decision that names what it chose in another thought. */
const REFERS = /\b(?:this|that|it|these|those|former|latter|first|second|third|option|both|none)\b/i;
/** How many thoughts before a decision may name its alternatives without sharing a word with it. */
const NEAR = 1;
/** How many thoughts before a decision are searched at all. */
const FAR = 30;

/** Finds decisions for which nothing else was considered. */
export const noAlternative: Rule = {
  id: "CL002",
  title: "A decision was made without considering an alternative",
  level: "warning",
  why: "A decision that names no other option cannot be weighed by the next reader, and is often a habit rather than a choice.",
  example: '"We will store carts in Memcached from now on." with no other store named before.',
  fix: 'Name what else was possible and why it lost, in the decision or before it: "… rather than Redis, because …".',
  *find(context) {
    const seqs = new Set(
      context.facts.decisions.filter(({ origin }) => origin !== "inferred").map(({ seq }) => seq),
    );
    for (const [index, thought] of context.thoughts.entries()) {
      yield;
      const sentence = MAY_DECIDE.test(thought.content)
        ? context.sentences(thought).find(({ text, isQuestion }) => !isQuestion && isDecision(text))
        : undefined;
      if (!sentence && !seqs.has(thought.seq)) continue;
      const decision = sentence?.text ?? context.facts.decisions.find(({ seq }) => seq === thought.seq)!.text;
      if (!hasAlternative(context, thought, index, decision))
        yield { thought, message: `No alternative to "${decision.slice(0, 120)}" was considered` };
    }
  },
};

function isDecision(text: string): boolean {
  const found = DECIDED.exec(text);
  return found !== null && !OPEN.test(text.slice(0, found.index + found[0].length));
}

function hasAlternative(context: LintContext, thought: Thought, index: number, decision: string): boolean {
  // A branch is an alternative to the line it forks from.
  if (thought.branchId !== undefined || ALTERNATIVE.test(thought.content)) return true;
  const topic = new Set(wordsOf(decision));
  const refers = topic.size <= 2 || REFERS.test(decision);
  const isRelated = (other: Thought) => !topic.isDisjointFrom(context.words(other));
  for (let i = index - 1; i >= Math.max(0, index - FAR); i--) {
    const other = context.thoughts[i]!;
    const isOtherBranch = other.branchId !== undefined && other.branchId !== thought.branchId;
    if (
      (isOtherBranch || ALTERNATIVE.test(other.content)) &&
      ((refers && index - i <= NEAR) || isRelated(other))
    )
      return true;
  }
  return false;
}
