import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { wordsOf } from "./prose.ts";

/** Words that questions are made of and that answers rarely repeat. */
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
/** The share of a question's weight that a statement must cover to answer it. */
const COVERED = 0.34;

interface Question {
  readonly thought: Thought;
  readonly text: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
}

/** Finds questions that nothing later answers. */
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
    let previous: { readonly question: Question; readonly thought: Thought } | undefined;
    const settle = (question: Question) => {
      open.delete(question);
      for (const word of question.weights.keys()) waiting.get(word)?.delete(question);
    };
    for (const thought of context.thoughts) {
      yield;
      for (const [index, { text, isQuestion }] of context.sentences(thought).entries()) {
        // A branch begins with a proposal: its verdict, or CL006, is the answer.
        if (isQuestion && context.branches.get(thought.branchId ?? "")?.[0] === thought && thought.branchId)
          continue;
        if (isQuestion) {
          const question = questionOf(context, thought, text);
          previous = { question, thought };
          open.add(question);
          for (const word of question.weights.keys()) waitFor(waiting, word, question);
          continue;
        }
        if (STILL_OPEN.test(text)) continue;
        if (previous && isDirectAnswer(previous.thought, thought, index, text)) settle(previous.question);
        previous = undefined;
        for (const question of answeredBy(waiting, text)) settle(question);
      }
    }
    for (const { text } of context.facts.answered)
      for (const question of answeredBy(waiting, text)) settle(question);
    const last = context.thoughts.at(-1);
    // The goal is the business of CL007.
    for (const { thought, text } of open)
      if (thought.seq > 1 && (context.session.status === "completed" || thought !== last))
        yield { thought, message: `Nothing later answers "${text.slice(0, 120)}"` };
  },
};

function questionOf(context: LintContext, thought: Thought, text: string): Question {
  const words = new Set(wordsOf(text).filter((word) => !GENERIC.has(word)));
  // Words that half of the session uses say little about what is asked.
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
function isDirectAnswer(asked: Thought, thought: Thought, index: number, text: string): boolean {
  if (asked === thought) return true;
  return index === 0 && thought.branchId === asked.branchId && (DIRECT.test(text) || ANSWERED.test(text));
}

function answeredBy(waiting: ReadonlyMap<string, ReadonlySet<Question>>, text: string): readonly Question[] {
  const covered = new Map<Question, number>();
  for (const word of new Set(wordsOf(text)))
    for (const question of waiting.get(word) ?? [])
      covered.set(question, (covered.get(question) ?? 0) + question.weights.get(word)!);
  return [...covered].filter(([{ total }, sum]) => sum >= COVERED * total).map(([question]) => question);
}
