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
  /\b(?:still (?:open|unclear|unknown)|unclear|unknown|don't know|do not know|not (?:yet )?(?:known|clear|decided|answered)|to be (?:determined|decided|clarified)|remains (?:open|to be)|open question|todo|need to (?:find out|check|ask|clarify))\b/i;
const DIRECT =
  /^(?:yes|no|because|answer|neither|both|probably|it|they|that|this|so|since|there|the answer)\b/i;
const ANSWERED = /\b(?:answers? (?:the question|that|#)|answered|to answer|turns out|so the answer)\b/i;
/** A question without a question mark. */
const INDIRECT =
  /^(?:\w{1,20} ){0,4}(?:I wonder|I(?:'m| am) (?:not sure|unsure|wondering)|(?:it is|it's|still|yet)? ?(?:not clear|unclear|unknown)|I (?:don't|do not|can't|cannot|could not|couldn't) (?:yet )?(?:know|understand|tell|see|find out)|nobody knows|open (?:question|point)|to be (?:clarified|determined)|to (?:find out|clarify)|what (?:puzzles|bothers) me|what I (?:don't|do not) (?:know|understand))\b.{0,60}?\b(?:whether|if|who|what|how|why|which|when|where)\b/i;
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
      for (const [index, { text, isQuestion }] of context.sentences(thought).entries()) {
        // A branch begins with a proposal: its verdict, or CL006, is the answer.
        if (isQuestion && context.branches.get(thought.branchId ?? "")?.[0] === thought && thought.branchId)
          continue;
        if (isQuestion || INDIRECT.test(text.replaceAll("’", "'"))) {
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
        if (mayAnswer) for (const question of answeredBy(waiting, text)) settle(question);
      }
    }
    for (const { text } of context.facts.answered)
      for (const question of answeredBy(waiting, text)) settle(question);
    const last = context.thoughts.at(-1);
    // The goal is checked by CL007.
    for (const { thought, text } of open)
      if (thought.seq > 1 && (context.session.status === "completed" || thought !== last))
        yield { thought, message: `Nothing later answers "${text.slice(0, 120)}"` };
  },
};

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
  return TYPED.some(([asks, answers]) => asks.test(question.text) && answers.test(text));
}

function answeredBy(waiting: ReadonlyMap<string, ReadonlySet<Question>>, text: string): readonly Question[] {
  const covered = new Map<Question, number>();
  for (const word of new Set(wordsOf(text)))
    for (const question of waiting.get(word) ?? [])
      covered.set(question, (covered.get(question) ?? 0) + question.weights.get(word)!);
  return [...covered].filter(([{ total }, sum]) => sum >= COVERED * total).map(([question]) => question);
}
