import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { wordsOf } from "./prose.ts";

/** Words that are common in questions and that answers rarely repeat. */
const GENERIC = new Set(
  wordsOf(
    "root cause reason problem question answer approach option solution matter happen work mean know find differ",
  ),
);
const STILL_OPEN =
  /\b(?:still (?:open|unclear|unknown)|(?:is|are|remains?|stays?|still) (?:\w{1,12} )?(?:unclear|unknown|open)|don't know|do not know|not (?:yet )?(?:known|clear|decided|answered)|to be (?:determined|decided|clarified)|open question|todo|no idea|nobody (?:knows|could say|can say)|(?:need|have|has|had|ought|want|remember|try|trying|forget(?:ting)?|about|must|should|will|would|could|'ll|someone|somebody|worth|to|on|into|for) (?:\w{1,12} ){0,3}?(?:find(?:ing)? out|check(?:ing)? (?:with|on|this|that|it)|ask(?:ing)?|clarify(?:ing)?|deal(?:ing)? with|figure (?:it |this |that )?out|follow(?:ing)? up|look(?:ing)? into|come back|return to|think about|see about|raise (?:it|this)|bring (?:it|this) up|note (?:it|this) down)|(?:park|leave|keep) (?:it|this|that) (?:for|until|till|in mind|open)|another (?:day|time|matter)|for later|some other time|note to self|good question|keep (?:forgetting|wondering|coming back)|bugs me|bothers me|puzzles me|escapes me|worth (?:asking|checking|knowing))\b/i;
const DIRECT =
  /^(?:yes|no|because|answer|neither|both|probably|it|they|that|this|so|since|there|the answer)\b/i;
const ANSWERED = /\b(?:answers? (?:the question|that|#)|answered|to answer|turns out|so the answer)\b/i;
const WONDERS = /\b(?:whether|if|who|whose|what|how|why|which|when|where)\b/i;
/** A statement with its source, right after a question: "Postgres 15, says the admin." */
const SOURCED =
  /, (?:says?|said|according to|tells? me|told me|answered|replied) |^(?:git (?:blame|log)|the (?:log|docs|manual|register|invoice|report))\b.{0,30}\b(?:says?|has|shows?|lists?)|, so (?:yes|no|hardly|mostly|never|rarely|not|none|nobody)\b/i;
/** The longest statement, in characters, whose mention of a source makes it an answer. */
const SOURCED_MAX = 80;
/** A question without a question mark: words for not knowing, and soon after them what is not known. */
const INDIRECT = new RegExp(
  `(?:^|[,;:–—] |\\b(?:and|but|so|that|which|one thing|what|still) )(?:[\\w'’]{1,20} ){0,4}?(?:${[
    "(?:I|we)(?:'d| would) (?:still |really |just )?(?:like|love|want) to (?:know|learn|understand|find out)",
    "(?:I|we|someone|somebody) (?:should|must|need to|have to|ought to|has to) (?:find out|learn|understand|clarify|establish)",
    "not (?:sure|certain|obvious)",
    "I(?:'m| am) (?:still |really |just )?(?:not (?:sure|certain|clear)|unsure|uncertain|wondering|curious|at a loss|puzzled)",
    "I (?:still |really |just |do |also |can only |have to )?(?:wonder|ask myself|keep wondering|keep asking myself)",
    "(?:I|we) (?:still |really |just |yet |honestly |as yet )?(?:don't|do not|can't|cannot|could not|couldn't|have not|haven't|have yet) (?:yet |really |quite |fully |to |been able to ){0,2}(?:know|understand|tell|see|say|explain|find out|found out|figured? out|establish\\w{0,2}|work(?:ed)? out|make out|remember|answer(?:ed)?)",
    "(?:nobody|no one|none of us) (?:\\w{1,12} ){0,3}?(?:knows?|understands?|understood|tell|see|say|said|asked|explain|explained|found out|figured out|established|remembers?|answered)",
    "(?:it|this|that) (?:is|'s|was|remains|stays) (?:still |yet |so far |as yet |also |entirely )?(?:not (?:yet )?(?:clear|known|obvious|established|understood)|unclear|unknown|an? (?:puzzle|mystery|open question|riddle)|a question|open|puzzling|anyone's guess|to be seen|beyond me|to be (?:seen|clarified|determined|established|decided|found out))",
    "(?:remains?|stays?) (?:an? )?(?:unclear|unknown|open|puzzle|mystery|unanswered|unresolved|to be (?:seen|clarified|determined|established|settled))",
    "(?:not clear|unclear|unknown|no idea|no clue|open (?:question|point|issue)|to be (?:clarified|determined)|to (?:find out|clarify|check)|(?:the|another|one|a|an open|the other|the remaining|the big|my) question (?:is|remains|would be|that remains is)|what (?:puzzles|bothers|bugs|worries) me|what (?:I|we) (?:still )?(?:don't|do not|can't|cannot) (?:know|understand|explain|see)|(?:it )?(?:puzzles|bothers|bugs|escapes|eludes|beats) me)",
  ].join("|")})\\b[^.?!]{0,60}?\\b(?:whether|if|who|whose|what|how|why|which|when|where)\\b`,
  "i",
);
/** Forms that answer "how long", "how many" and "when" without sharing words with the question. */
const TYPED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:long|old|soon|quickly|fast|late)\b/i,
    /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|a|half an?)) ?(?:ms|s|seconds?|min(?:ute)?s?|h|hours?|days?|nights?|weeks?|months?|summers?|winters?|years?|decades?)\b/i,
  ],
  [
    /\bhow (?:many|much|often|large|big|far|deep|high|wide|heavy|expensive)\b/i,
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|none|once|twice|hundred|half|most|few)\b/i,
  ],
  [
    /^(?:and |so |but )?(?:when|since when|until when)\b/i,
    /\b(?:\d{1,2}:\d\d|(?:19|20)\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|yesterday|today|tomorrow|tonight|noon|midnight|morning|evening|week)\b/i,
  ],
  [
    /^(?:and |so |but )?who\b/i,
    /^(?:\p{Lu}\p{L}{1,30}|the \p{L}{2,30}|my \p{L}{2,30}|our \p{L}{2,30}|nobody|everyone|no one|all)\b.{0,60}\b(?:did|does|do|is|are|was|were|has|have|will|can|merged|approved|owns?|signed?|paid|pays|wrote|made)\b/iu,
  ],
];
/** The share of a question's weight that a statement must cover to answer it. */
const COVERED = 0.34;

interface Question {
  readonly thought: Thought;
  readonly text: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Finds questions that no later statement answers. */
export const unansweredQuestion: Rule = {
  id: "CL001",
  title: "A question was raised and never answered",
  level: "warning",
  why: "A line of reasoning that loses a question rests on what it did not find out. The next reader cannot see whether the question was settled or forgotten.",
  example:
    'Thought 3: "Does the mobile app retry payments by itself?" and no later thought mentions retries.',
  fix: 'Answer it in a later thought, or declare it: `marks: ["answered: …"]`, or `open: …` if it stays open on purpose, with `clew:ignore CL001 out of scope`.',
  *find(context) {
    const waiting = new Map<string, Set<Question>>();
    const open = new Set<Question>();
    let previous: { readonly question: Question } | undefined;
    const settle = (question: Question) => {
      open.delete(question);
      for (const word of question.weights.keys()) {
        const others = waiting.get(word);
        others?.delete(question);
        if (others?.size === 0) waiting.delete(word);
      }
    };
    for (const thought of context.thoughts) {
      yield;
      // Most thoughts have no word of an open question.
      const mayAnswer = open.size > 0 && [...context.words(thought)].some((word) => waiting.has(word));
      for (const [index, sentence] of context.sentences(thought).entries()) {
        const { text, isQuestion } = sentence;
        // A branch begins with a proposal: its verdict, or CL006, is the answer.
        if (isQuestion && context.branches.get(thought.branchId ?? "")?.[0] === thought && thought.branchId)
          continue;
        if (isQuestion ? !isTag(text) : WONDERS.test(text) && INDIRECT.test(text.replaceAll("’", "'"))) {
          const question = questionOf(context, thought, text);
          // "Which one?" contains no word that an answer could repeat.
          if (question.total === 0) continue;
          previous = { question };
          open.add(question);
          for (const word of question.weights.keys()) waitFor(waiting, word, question);
          continue;
        }
        if (STILL_OPEN.test(text)) continue;
        if (previous && isDirectAnswer(previous.question, thought, index, text)) settle(previous.question);
        previous = undefined;
        if (mayAnswer)
          for (const question of answeredBy(waiting, context.wordsIn(sentence))) settle(question);
      }
    }
    for (const { text } of context.facts.answered)
      for (const question of answeredBy(waiting, wordsOf(text))) settle(question);
    const last = context.thoughts.at(-1);
    // The goal is checked by CL007.
    for (const { thought, text } of open)
      if (thought.seq > 1 && (context.session.status === "completed" || thought !== last))
        yield { thought, message: `Nothing later answers "${text.slice(0, 120)}"` };
  },
};

/** "Annoying, isn't it?" asks nothing, and "NAT gateway?" is a guess. */
function isTag(text: string): boolean {
  return (
    /,? (?:isn't|aren't|doesn't|don't|wasn't|didn't|won't|right|no|eh|is|are|does|do) ?(?:it|they|that|he|she|we|you|I)?\?$/i.test(
      text.replaceAll("’", "'"),
    ) ||
    (text.split(" ").length <= 3 &&
      !/^(?:why|who|how|what|where|when|which|whose|is|are|do|does|did|can|could|will|should|has|have)\b/i.test(
        text,
      ))
  );
}

function questionOf(context: LintContext, thought: Thought, text: string): Question {
  const words = new Set(wordsOf(text).filter((word) => !GENERIC.has(word)));
  // Words that half of the session uses hardly identify the question.
  const count = context.thoughts.length;
  const weights = new Map(
    [...words].map((word) => [word, Math.log(1 + count / Math.max(1, context.frequency(word)))]),
  );
  return { thought, text, weights, total: [...weights.values()].reduce((sum, weight) => sum + weight, 0) };
}

function waitFor(waiting: Map<string, Set<Question>>, word: string, question: Question): void {
  const others = waiting.get(word) ?? new Set();
  others.add(question);
  waiting.set(word, others);
}

/** A statement right after the question, in its thought or at the beginning of the next one. */
function isDirectAnswer(question: Question, thought: Thought, index: number, text: string): boolean {
  const asked = question.thought;
  if (asked === thought) return true;
  if (index > 0 || thought.branchId !== asked.branchId) return false;
  if (DIRECT.test(text) || ANSWERED.test(text)) return true;
  if (text.length <= SOURCED_MAX && SOURCED.test(text)) return true;
  return TYPED.some(([asks, answers]) => asks.test(question.text) && answers.test(text));
}

function answeredBy(
  waiting: ReadonlyMap<string, ReadonlySet<Question>>,
  words: readonly string[],
): readonly Question[] {
  if (!words.some((word) => waiting.has(word))) return [];
  const covered = new Map<Question, number>();
  for (const word of new Set(words))
    for (const question of waiting.get(word) ?? [])
      covered.set(question, (covered.get(question) ?? 0) + question.weights.get(word)!);
  return [...covered].filter(([{ total }, sum]) => sum >= COVERED * total).map(([question]) => question);
}
