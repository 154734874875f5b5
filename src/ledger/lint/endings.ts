import type { LintContext } from "./context.ts";
import { ENDING_WEIGHTS } from "./ending-weights.ts";
import { wordsOf } from "./prose.ts";
import { scoreOf } from "./weights.ts";

const CONCLUDES =
  /\b(?:conclusion|conclude|in short|in summary|to sum up|summary|overall|therefore|thus(?! far)|hence|finally|as a result|result|answer|recommend\w{0,6}|decision|decided|solution|solved|solves|fixed|fixes|resolved|done|finished|outcome|verdict|so (?:the|we|it|that)|we (?:offer|will|should|go|take|use|keep|choose|chose)|cause[sd]?|because|complete[d]?|works|shipped|was (?:re)?\w{1,40}ed|is (?:the|a|an|now|at)|it is|can(?:not)? be \w{1,40}ed)\b/i;
/** The beginning of a conclusion that says that it is one. */
const OPENS =
  /^(?:so |and |well,? )?(?:in (?:conclusion|summary|short)|conclusions?|summary|results?|answer|outcome|verdict|decision|recommendation|done|wrap(?:ping)?[- ]?up|goal (?:reached|met|achieved)|mission accomplished|that settles (?:it|the)|that(?:'s| is) (?:it|the answer|all)|bottom line|case closed|tl;?dr|solved|fixed)\b/i;
const GOES_ON =
  /^(?:next|now|let me|let's|hm{1,9}|tomorrow|later|i (?:will|should|need|want|am going)|i'll|we (?:should|need) (?:to )?(?:look|check|read|see|ask)|then i|another|i'd (?:now )?(?:like|love|rather)|i would (?:now )?like|let us|we'll (?:look|see|check)|off to|on to|moving on|turning to|remaining)\b|\bturn to\b|\bwould be nice\b|\?$/i;
/** What is left after the work: "Still to do: …", "Remaining: …". */
const LEFT =
  /^(?:left|remaining|outstanding|still|what(?:'s| is| remains| I'd| we)|next(?: steps)?|points?|to[- ]?(?:do|be done)|what's ahead|then|before|afterwards|after that|up next|open|for (?:the|whoever|next))\b.{0,80}(?::|to do|left|planned|remains?)/i;
/** Work that is over. */
const OVER =
  /\b(?:done|finished|over|complete[ds]?|closed|settled|solved|fixed|shipped|live|merged|delivered|submitted|handed|signed|approved|accepted|confirmed|explained|answered|met|reached|achieved|works?|worked|holds?|stands|gone|in place|in force|in use|ready|passed|green)\b/i;
/** A measurement over a time: "Day 7", "after eight weeks", "so far". */
const SINCE =
  /\b(?:after|for|since|last|past|whole|full|first|one|two|three|\d{1,4}|later|season|total|so far|trial)\b.{0,20}\b(?:hours?|days?|nights?|weeks?|months?|years?|runs?|total|later)\b|\b(?:day|week|month|night) \d{1,3}\b|\b(?:so far|in total|all in|altogether|total|tally)\b/i;
/** Things that are made of finished work. */
const WRAPS =
  /\b(?:report|summary|documentation|docs|readme|runbook|wiki|appendix|letter|draft|minutes|page|archived?|returned|thanks?|bill|invoices?|photos?|photographs|cleanup|cleaned|tidied|notes?|changelog|handover|ticket|epic|branch(?:es)?|card|copy|copies)\b/i;
const PAST = /\b(?:was|were|had|did|has|have|been|went|came|took|got|made|gave|found|\p{L}{3,20}ed)\b/iu;
const WILL = /\b(?:will|'ll|shall|should|must|need|needs|going to|to do|want|plan|planned|tomorrow|next)\b/i;
const NUMBERS = /\d{1,12}(?:[.,]\d{1,12}){0,4}/g;

/** Words that are common in tasks of any topic. */
const TASKS = new Set(
  wordsOf(
    "goal task problem find want look figure please work like try start begin help question issue cause reason",
  ),
);
/** How many of its most frequent words describe the topic of a session. */
const CENTRAL = 12;
/** In a session of so few thoughts an answer at the end is enough. */
export const BRIEF = 8;
/** More words of the goal, numbers or facts in the ending make no difference. */
const [WORDS, AMOUNTS, FACTS] = [4, 4, 3];

/** How many of the last thoughts may carry the conclusion: two, and more in a long session, which has an epilogue. */
export const endingOf = (thoughts: number): number => Math.min(10, Math.max(2, Math.round(thoughts / 9)));

/** How much the end of a session speaks against a conclusion: above 0 it is more likely that there is none. */
export function inconclusive(context: LintContext): number {
  const features = endingFeatures(context);
  const isAnswered = features.has("answers late") && !features.has("goes on");
  return context.thoughts.length <= BRIEF && isAnswered ? 0 : scoreOf(ENDING_WEIGHTS, features);
}

/**
 * Properties of the end of a session: what its thoughts say about the goal, the facts in them, and how the last one ends.
 * A statement anywhere in the ending counts, because an epilogue may follow it.
 */
export function endingFeatures(context: LintContext): ReadonlyMap<string, number> {
  const { thoughts, facts, session } = context;
  const found = new Map<string, number>();
  const most = (name: string, value: number) => {
    if (value > (found.get(name) ?? 0)) found.set(name, value);
  };
  const ending = thoughts.slice(-endingOf(thoughts.length));
  const begin = ending[0]!.seq;
  const last = thoughts.at(-1)!;
  const goal = goalWords(context);
  const central = centralWords(context, begin);
  const asked = new Set(`${thoughts[0]!.content} ${session.title}`.match(NUMBERS));
  const isBrief = thoughts.length <= BRIEF;
  let planned = 0;
  for (const [index, thought] of ending.entries()) {
    const sentences = context.sentences(thought);
    if (sentences.some(({ text }) => LEFT.test(text))) most("left", 1);
    planned += sentences.filter(({ text }) => WILL.test(text)).length / Math.max(1, sentences.length);
    const said = sentences.filter(({ text, isQuestion }) => !isQuestion && !GOES_ON.test(text));
    if (said.length === 0) continue;
    const words = new Set(said.flatMap((sentence) => context.wordsIn(sentence)));
    const [ofGoal, ofCentral] = [goal, central].map((set) => words.intersection(set).size) as [
      number,
      number,
    ];
    const about = Math.min(1, ofGoal / Math.min(WORDS, Math.max(1, goal.size)));
    most("goal", about);
    most("central", Math.min(1, ofCentral / WORDS));
    const is = (pattern: RegExp) => said.some(({ text }) => pattern.test(text));
    if (is(CONCLUDES)) most("concludes goal", about);
    if (is(OPENS) && ofGoal + ofCentral > 0) most(thought === last ? "opens last" : "opens", 1);
    if (is(OVER)) most("over goal", about);
    if (is(OVER) && thought === last) most("over last", 1);
    if (is(SINCE)) most("since goal", about);
    if (is(PAST)) most("past goal", about);
    if (is(WRAPS)) most("wraps", 1);
    const isAnswer =
      ((ofGoal >= 1 || isBrief) && is(OPENS)) ||
      (is(CONCLUDES)
        ? ofGoal >= Math.min(2, goal.size) || (ofGoal >= 1 && ofCentral >= 2) || ofCentral >= WORDS
        : ofGoal >= WORDS - 1 && thought === last);
    if (isAnswer && index >= ending.length - 2) most("answers late", 1);
    if (isAnswer && thought === last) most("answers last", 1);
    if (thought === last) most("goal last", about);
    if (thought === last) most("central last", Math.min(1, ofCentral / WORDS));
    const numbers = thought.content.match(NUMBERS) ?? [];
    most("numbers", Math.min(1, numbers.length / AMOUNTS));
    if (numbers.some((one) => asked.has(one))) most("goal number", 1);
  }
  most("plans", planned / ending.length);
  for (const kind of ["outcome", "decisions", "next", "open", "deadEnds"] as const) {
    const count = facts[kind].filter(({ seq }) => seq >= begin).length;
    most(kind, Math.min(1, count / FACTS));
    most(`some ${kind}`, Math.min(1, count));
  }
  const sentences = context.sentences(last);
  if (sentences.every(({ text, isQuestion }) => isQuestion || GOES_ON.test(text))) most("goes on", 1);
  if (sentences.some(({ isQuestion }) => isQuestion)) most("asks", 1);
  if (last.branchId !== undefined) most("on branch", 1);
  if (ending.some(({ branchId }) => branchId !== undefined)) most("branches", 1);
  return found;
}

function goalWords({ session, thoughts, facts }: LintContext): ReadonlySet<string> {
  return new Set(
    [
      ...wordsOf(session.title),
      ...wordsOf(facts.goal?.text ?? ""),
      ...wordsOf(thoughts[0]!.content.slice(0, 2000)),
    ].filter((word) => !/^\d/.test(word) && !TASKS.has(word)),
  );
}

/** The most frequent words of the thoughts before the ending. */
function centralWords(context: LintContext, begin: number): ReadonlySet<string> {
  const before = context.thoughts.filter(({ seq }) => seq < begin);
  const words = new Set(before.flatMap((thought) => [...context.words(thought)]));
  return new Set(
    [...words]
      .filter((word) => !/^\d/.test(word) && context.frequency(word) >= 3)
      .sort((a, b) => context.frequency(b) - context.frequency(a) || (a < b ? -1 : 1))
      .slice(0, CENTRAL),
  );
}
