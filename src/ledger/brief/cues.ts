/** What a sentence means for somebody who resumes the work, each with a weight; 0 is not at all. */
export interface Cues {
  readonly decides: number;
  readonly drops: number;
  readonly asks: number;
  readonly plans: number;
}

const PLAIN_DECISION =
  /\b(decision|decided|we decide|i decide|chose|chosen|choose to|choosing|opted for|go with|going with|went with|settled|conclusion|we conclude|i conclude|concluded)\b/i;
const DECISION =
  /\b(therefore|will use|we use|adopt(?:ed|ing)?|root cause (?:is|was)|the answer is)\b|\bfix(?:ed)?:/i;
const UNDECIDED =
  /\b(undecided|not (?:yet )?(?:decided|settled|chosen)|before (?:we|i) (?:decide|choose)|to decide|must decide|decide (?:whether|between)|no (?:decision|conclusion))\b/i;
const PLAIN_DROP =
  /\b(ruled? out|ruling out|(?:does|did|do|will|would)(?:n't| not) work|won't work|reject(?:ed|ing|s)?|dead end|abandon(?:ed|ing)?|discard(?:ed|ing)?|gave up|not viable|disproved|refuted)\b/i;
const DROP = /\b(failed|fails|wrong|mistaken|dropped|backfired)\b/i;
const PLAIN_OPEN =
  /\b(open question|still open|unresolved|todo|tbd|need(?:s)? to (?:check|verify|find out|confirm))\b/i;
const OPEN =
  /\b(unknown|unclear|not (?:yet )?(?:known|clear|sure)|undecided|not (?:yet )?(?:decided|settled))\b/i;
const PLAIN_PLAN = /\b(next steps?|next:|todo|to do next|what remains|remaining:)|^next\b/i;
const PLAN = /\b(plan:|the plan is|i will|i'll|we will|we'll|let me|then i|now i)\b/i;
const ANY = new RegExp(
  [PLAIN_DECISION, DECISION, UNDECIDED, PLAIN_DROP, DROP, PLAIN_OPEN, OPEN]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Whether a text can have a cue worth keeping; spares most thoughts the closer look. */
export function mayHaveCues(text: string): boolean {
  return text.includes("?") || text.includes("？") || ANY.test(text);
}

/** The cues in the words of a sentence. */
export function cuesOf(sentence: string): Cues {
  const isQuestion = /[?？]["')\]]*$/.test(sentence);
  const decision = PLAIN_DECISION.test(sentence) ? 3 : DECISION.test(sentence) ? 2 : 0;
  const drop = PLAIN_DROP.test(sentence) ? 3 : DROP.test(sentence) ? 1 : 0;
  const open = PLAIN_OPEN.test(sentence) ? 3 : OPEN.test(sentence) ? 2 : 0;
  const decides = isQuestion || UNDECIDED.test(sentence) ? 0 : decision;
  return {
    decides: decides >= drop ? decides : 0,
    drops: isQuestion || decides >= drop ? 0 : drop,
    asks: isQuestion ? Math.max(2, open) : open,
    plans: PLAIN_PLAN.test(sentence) ? 2 : PLAN.test(sentence) ? 1 : 0,
  };
}
