import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { stem, wordsOf } from "./prose.ts";
import {
  directQuestion,
  indirectQuestion,
  isAdmission,
  isAnnounced,
  isDeferred,
  isIgnorant,
  isRaised,
} from "./questions.ts";

/** Words that are common in questions and that answers rarely repeat. */
const GENERIC = new Set(
  wordsOf(
    "two three four upon matter end time exactly precisely possible actually root cause reason problem question answer approach option solution matter happen work mean know find differ",
  ),
);
const STILL_OPEN =
  /\b(?:still (?:open|unclear|unknown)|(?:is|are|remains?|stays?|still) (?:\w{1,12} )?(?:unclear|unknown|open)|don't know|do not know|not (?:yet )?(?:known|clear|decided|answered)|to be (?:determined|decided|clarified)|open question|todo|no idea|nobody (?:knows|could say|can say)|(?:need|have|has|had|ought|want|remember|try|trying|forget(?:ting)?|about|must|should|will|would|could|'ll|someone|somebody|worth|to|on|into|for) (?:\w{1,12} ){0,3}?(?:find(?:ing)? out|check(?:ing)? (?:with|on|this|that|it)|ask(?:ing)?|clarify(?:ing)?|deal(?:ing)? with|figure (?:it |this |that )?out|follow(?:ing)? up|look(?:ing)? into|come back|return to|think about|see about|raise (?:it|this)|bring (?:it|this) up|note (?:it|this) down)|(?:park|leave|keep) (?:it|this|that) (?:for|until|till|in mind|open)|another (?:day|time|matter)|for later|some other time|note to self|good question|keep (?:forgetting|wondering|coming back)|bugs me|bothers me|puzzles me|escapes me|worth (?:asking|checking|knowing))\b/i;
/** What makes a question puzzling, or a remark about it: "Same build, same level.", "Weird." */
const REMARKS =
  /^(?:the )?same \w{1,20}(?:,| and) (?:the )?same\b|^(?:(?:how |very |really |that's |so )?(?:weird|odd|strange|funny|curious|interesting|annoying|puzzling|mysterious)|hm{1,9}|anyway|whatever|just (?:curious|asking|wondering))\b.{0,12}$/i;
/** A word that answers by itself, at the beginning of a statement. */
const DIRECT =
  /^(?:yes|no|nope|because|answer|neither|both|probably|likely|certainly|hardly|the answer|none|nobody|no one|nothing|not (?:at all|yet|quite|really|for|by|in|with|since|as)|only|mostly|always|never)\b/i;
/** "Four of them do." answers how many, which, who and whether, and not what, why or how. */
const SHARE =
  /^(?:all|most|some|many|few|one|two|three|four|five|six|seven|eight|nine|ten|half|each|either|\d{1,6}) of (?:them|these|those|the)\b/i;
const NO_SHARE = /\b(?:what|why|where|when|how(?! (?:many|much|often|far)))\b/i;
/** "It is.", "They don't, …": the verb of the question, with a pronoun. */
const ELLIPTIC =
  /^(?:so |and )?(?:it|they|that|this|he|she|we|I|you|there) (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must|may|might)(?:n't| not)?(?: \w{1,12}ly)?(?:[.,;:!–—]| [–—])/i;
/** The share of a question's weight that a statement with such a pronoun must cover. */
const REFERRED = 0.2;
/** A pronoun, which may stand for what was asked about. */
const REFERS = /^(?:it|they|that|this|these|those|he|she|so|since|there|here|and there|there it is)\b/i;
const ANSWERED =
  /\b(?:answers? (?:(?:to )?(?:the question|that)|#)|explains? (?:it|that|this|why)|answered|to answer|turns out|so the answer)\b/i;
/** A statement with its source, right after a question: "Postgres 15, says the admin." */
const SOURCED =
  /, (?:says?|said|according to|tells? me|told me|answered|replied) |^(?:git (?:blame|log)|the (?:log|docs|manual|register|invoice|report))\b.{0,30}\b(?:says?|has|shows?|lists?)|, so (?:yes|no|hardly|mostly|never|rarely|not|none|nobody)\b/i;
/** The same in the thought of the question: "Who set it up, I wonder. Blame says a contractor." */
const SAYS =
  /^(?:the |our |my |git )?[\p{L}]{3,20}(?: [\p{L}]{3,20})? (?:says?|shows?|lists?|names?|gives?)\b/iu;
/** The longest statement, in characters, whose mention of a source makes it an answer. */
const SOURCED_MAX = 80;
/** The longest statement of the next thought that answers without a word of the question, in characters. */
const TYPED_MAX = 100;
/** Forms that answer "how long", "how many" and "when" without sharing words with the question. */
const TYPED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bhow (?:long|old|soon|quickly|fast|late)\b/i,
    /(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|a|half an?)) ?(?:ms|s|seconds?|min(?:ute)?s?|h|hours?|days?|nights?|weeks?|months?|summers?|winters?|years?|decades?)\b/i,
  ],
  [
    /\bhow (?:many|much|often|large|big|far|deep|high|wide|heavy|expensive)\b/i,
    /\b(?:\d{1,12}(?:[.,]\d{1,12}){0,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,6}teen|\w{3,6}ty|dozen|none|once|twice|hundred|half|most|few)\b/i,
  ],
  [
    /^(?:and |so |but )?(?:when|since when|until when)\b/i,
    /\b(?:\d{1,2}:\d\d|(?:19|20)\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|yesterday|today|tomorrow|tonight|noon|midnight|morning|evening|week)\b/i,
  ],
  [
    /^(?:and |so |but )?who\b/i,
    /^(?:\p{Lu}\p{L}{1,30}|the \p{L}{2,30}|my \p{L}{2,30}|our \p{L}{2,30}|nobody|everyone|no one|all)(?:[ ,]{1,2}[^ ,]{1,20}){0,3} (?:did|does|do|is|are|was|were|has|have|will|can|merged|approved|owns?|signed?|paid|pays|wrote|made)\b/iu,
  ],
];
/** The share of a question's weight that a statement must cover to answer it. */
const COVERED = 0.6;
/** The share of a choice that a sentence must cover to make it: "I leave the scale". */
const COVERED_CHOICE = 0.25;
const CHOOSES =
  /\b(?:I|we|let's|let us)(?:'ll|'m|'re| will| am| are)? (?:\w{2,12} )?(?:tak(?:e|ing)|took|go(?:ing)? (?:with|for)|went (?:with|for)|choos(?:e|ing)|chose|pick(?:ed|ing)?|leav(?:e|ing)|drop(?:ped|ping)?|us(?:e|ing)|adopt(?:ed|ing)?|keep(?:ing)?|kept|stay(?:ing)? (?:with|at)|settled? (?:on|for)|decided? (?:on|for|against))\b/i;
/** A question about what is to come, and a statement of how things are: "How will it get its data? It opens the file." */
const FUTURE = /^(?:and |but |so )?(?:how|what|where|who|which)\b.{0,40}? (?:will|shall)\b/i;
const PRESENT =
  /^(?:(?:it|he|she) (?!is|was|has|does)\p{L}{3,20}s|(?:it|they|he|she) (?:now|currently|today|at present))\b/iu;
const MODAL = /\b(?:will|would|can|could|should|must|may|might|so|then)\b|'(?:ll|d)\b/i;
/** The share that a whole thought must cover if it follows the question soon. */
const COVERED_SOON = 0.25;
/** The same, if the question was admitted to be open: its topic goes on before its answer. */
const COVERED_ADMITTED = 0.45;
/** A shorter clause, such as "why", does not ask about the sentence before. */
const SHORT = 10;
/** An open question with so few words and a pronoun is also about the sentence before: "what the report takes as their cost". */
const FEW = 3;
const ANAPHOR = /\b(?:its?|they|their|them|that|those|these|this|his|her|him|there)\b/i;
/** After so many thoughts what was announced is no longer expected. */
const CARRIED_OUT_WITHIN = 6;
/** In how many thoughts of the session a rare word occurs. */
const RARE = 6;
/** How many thoughts after a question are soon. */
const SOON = 3;

const isOpen = (text: string): boolean => STILL_OPEN.test(text) || isIgnorant(text) || isAdmission(text);

interface Question {
  readonly thought: Thought;
  /** The place of the thought in the session. */
  readonly place: number;
  readonly text: string;
  /** Whether it ends in a question mark. What follows a statement of not knowing need not be its answer. */
  readonly isDirect: boolean;
  /** Whether its thought says that there is no answer yet, as a statement of not knowing does. */
  readonly isAdmitted: boolean;
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
    let previous: { readonly question: Question; readonly alternatives: readonly Question[] } | undefined;
    /** The last question that its author announced to look into, with the words of the announcement. */
    let announced: { readonly question: Question; readonly words: ReadonlySet<string> } | undefined;
    /** A direct question at the end of its thought, which an observation may answer. */
    let awaited: Question | undefined;
    const settle = (question: Question) => {
      open.delete(question);
      for (const word of question.weights.keys()) {
        const others = waiting.get(word);
        others?.delete(question);
        if (others?.size === 0) waiting.delete(word);
      }
    };
    for (const [place, thought] of context.thoughts.entries()) {
      yield;
      const stated: string[] = [];
      if (awaited && thought.evidence?.length && thought.branchId === awaited.thought.branchId) {
        if (place - awaited.place <= SOON && isObserved(context, awaited, thought)) settle(awaited);
        awaited = undefined;
      }
      if (announced && place - announced.question.place > CARRIED_OUT_WITHIN) announced = undefined;
      // "Is there a warm tier? Let me look at UltraWarm." and then a thought about UltraWarm.
      if (announced && isCarriedOut(context, announced.words, thought)) settle(announced.question);
      // Most thoughts have no word of an open question.
      const mayAnswer = open.size > 0 && [...context.words(thought)].some((word) => waiting.has(word));
      const sentences = context.sentences(thought);
      if (previous && place - previous.question.place > 1) previous = undefined;
      for (const [index, sentence] of sentences.entries()) {
        const { text, isQuestion } = sentence;
        // A branch begins with a proposal: its verdict, or CL006, is the answer.
        if (isQuestion && context.branches.get(thought.branchId ?? "")?.[0] === thought && thought.branchId)
          continue;
        const asked = isQuestion ? (isTag(text) ? undefined : directQuestion(text)) : indirectQuestion(text);
        if (asked !== undefined) {
          const isAdmitted =
            (!isQuestion && !isRaised(text)) || sentences.slice(index + 1).some((one) => isOpen(one.text));
          const about = { place, isAdmitted };
          let question: Question = { ...questionOf(context, thought, text, asked, isQuestion), ...about };
          // "Second feature has a negative sign. Reason?" asks about the sentence before.
          const before = sentences[index - 1];
          if (
            before &&
            !before.isQuestion &&
            ((question.total === 0 && (isQuestion || asked.length > SHORT) && !/^which one\b/i.test(text)) ||
              (isAdmitted && question.weights.size <= FEW && ANAPHOR.test(asked)))
          )
            question = {
              ...questionOf(context, thought, text, `${before.text} ${asked}`, isQuestion),
              ...about,
            };
          // "Which one?" contains no word that an answer could repeat.
          if (question.total === 0) continue;
          // "Could he drink last? Could he have his own cup? No.": one answer for all of them.
          const alternatives =
            sentences[index - 1]?.isQuestion && previous?.question.thought === thought
              ? [...previous.alternatives, previous.question]
              : [];
          previous = { question, alternatives };
          open.add(question);
          for (const word of question.weights.keys()) waitFor(waiting, word, question);
          continue;
        }
        if (previous?.question.thought === thought && isAnnounced(text)) {
          const words = context.wordsIn(sentence).filter((word) => isRare(context, word));
          if (words.length > 0) announced = { question: previous.question, words: new Set(words) };
        }
        if (!previous && !mayAnswer) continue;
        if (isOpen(text) || REMARKS.test(text)) continue;
        if (index === 0) {
          for (const question of waiting.get(predicateOf(text)) ?? [])
            if (place - question.place <= SOON && question.thought.branchId === thought.branchId)
              settle(question);
        }
        if (previous && !isDeferred(text) && isDirectAnswer(previous.question, thought, index, text))
          for (const question of [previous.question, ...previous.alternatives]) settle(question);
        // "What is the limit? I'd guess something small. It is 512 MB."
        if (previous?.question.thought !== thought || !isDeferred(text)) previous = undefined;
        stated.push(...context.wordsIn(sentence));
        if (mayAnswer)
          for (const question of answeredBy(waiting, context.wordsIn(sentence), COVERED)) settle(question);
        if (mayAnswer && CHOOSES.test(text))
          for (const question of answeredBy(waiting, context.wordsIn(sentence), COVERED_CHOICE))
            if (question.isDirect && / or /i.test(question.text)) settle(question);
      }
      if (
        previous &&
        (previous.question.isDirect || isRaised(previous.question.text)) &&
        !sentences.some((one) => isAdmission(one.text)) &&
        previous.question.thought === thought
      )
        awaited = previous.question;
      if (mayAnswer)
        for (const question of answeredBy(waiting, stated, COVERED_SOON, COVERED_ADMITTED))
          if (question.thought !== thought && place - question.place <= SOON) settle(question);
    }
    for (const { text } of context.facts.answered)
      for (const question of answeredBy(waiting, wordsOf(text), COVERED)) settle(question);
    const last = context.thoughts.at(-1);
    // The goal is checked by CL007.
    for (const { thought, text } of open)
      if (thought.seq > 1 && (context.session.status === "completed" || thought !== last))
        yield { thought, message: `Nothing later answers "${text.slice(0, 120)}"` };
  },
};

/** "Annoying, isn't it?" and "Isn't it wonderful?" ask nothing, and "NAT gateway?" is a guess. */
function isTag(text: string): boolean {
  return (
    /(?:^|, )(?:isn't|aren't|wasn't|weren't|ain't) (?:it|that|this|they|those|these|he|she) (?!the same\b)|\b(?:maybe|perhaps)\?$/i.test(
      text.replaceAll("’", "'"),
    ) ||
    /(?:,? (?:right|no|eh)|(?:,| (?=\S{1,10} (?:it|they|that|he|she|we|you|I)\?)) ?(?:isn't|aren't|doesn't|don't|wasn't|didn't|won't|is|are|does|do)(?: (?:it|they|that|he|she|we|you|I))?) ?\?$/i.test(
      text.replaceAll("’", "'"),
    ) ||
    RHETORICAL.test(text) ||
    (text.split(" ").length <= 3 &&
      !/ or /i.test(text) &&
      !wordsOf(text).some((word) => GENERIC.has(word)) &&
      !/^(?:(?:since|until|till|by|from|for|to|with|of|in|at|on) )?(?:why|who|whom|how|what|where|when|which|whose|is|are|do|does|did|can|could|will|should|has|have)\b/i.test(
        text,
      ))
  );
}

/** "Can you believe it?", "Who would have thought?" */
const RHETORICAL =
  /^(?:and |but |so |well,? )?(?:(?:can|could|would) you (?:believe|imagine)|who (?:would have|would've|could have|cares|knows|doesn't|wouldn't|needs)|how (?:hard|difficult|bad|wrong) (?:can|could)|what (?:could possibly|more (?:can|could|do)|else is new|a)|why (?:bother|me|on earth would (?:I|we))|where would we be|what's not to)\b|^why (?:do|does|is|are|must|can|has|have)(?:n't)? .{1,80}\b(?:always|never|ever)\b.{0,80}\b(?:one|you|people|life)\b/i;

function questionOf(
  context: LintContext,
  thought: Thought,
  text: string,
  asked: string,
  isDirect: boolean,
): Omit<Question, "place" | "isAdmitted"> {
  const words = new Set(wordsOf(asked).filter((word) => !GENERIC.has(word)));
  // Words that half of the session uses hardly identify the question.
  const count = context.thoughts.length;
  const weights = new Map(
    [...words].map((word) => [word, Math.log(1 + count / Math.max(1, context.frequency(word)))]),
  );
  return {
    thought,
    text,
    isDirect,
    weights,
    total: [...weights.values()].reduce((sum, weight) => sum + weight, 0),
  };
}

function waitFor(waiting: Map<string, Set<Question>>, word: string, question: Question): void {
  const others = waiting.get(word) ?? new Set();
  others.add(question);
  waiting.set(word, others);
}

/** Whether an observation has to do with a question: it repeats a word, refers back or begins without a verb. */
function isObserved(context: LintContext, question: Question, thought: Thought): boolean {
  if (context.session.status === "completed" && thought === context.thoughts.at(-1)) return false;
  const first = context.sentences(thought)[0];
  if (!first || first.isQuestion) return false;
  const [clause = ""] = first.text.split(/[,;:.] ?/);
  if (BACK.test(clause) || FRAGMENT.test(first.text) || ELIDED.test(first.text)) return true;
  if (/\b(?:who|whom|whose|why)\b/i.test(question.text)) return false;
  return coverage(question, context.words(thought)) >= OBSERVED;
}

/** Whether few thoughts use a word. */
const isRare = (context: LintContext, word: string): boolean =>
  word.length > 2 && context.frequency(word) <= RARE;

/** Whether a thought reports on what was announced: it repeats one of its rare words and does not announce it again. */
function isCarriedOut(context: LintContext, words: ReadonlySet<string>, thought: Thought): boolean {
  if (![...context.words(thought)].some((word) => words.has(word))) return false;
  return !context.sentences(thought).some(({ text }) => isAnnounced(text) || isOpen(text));
}

/** The share of a question's weight that some words cover. */
function coverage({ weights, total }: Question, words: ReadonlySet<string>): number {
  let common = 0;
  for (const [word, weight] of weights)
    if (words.has(word) && (word.length > 1 || (word >= "0" && word <= "9"))) common += weight;
  return common / total;
}

/** The share of a question's weight that an observation must cover to answer it. */
const OBSERVED = 0.12;
/** A pronoun whose noun is in the thought before: "It was 1.84 s", "June has five of them", "I could compute that". */
const BACK =
  /^(?:and |so )?(?:its?|they|their|that|this|there|these|those)\b|\b(?:has|have|had|is|are|was|were|found|got) (?:one|none|some|both)$|\b(?:of|for) (?:them|those|these|it)\b|\b(?:that|them)$/i;
/** A verb whose content is in the thought before: "Tom did in April", "she says it can, with 40 kg to spare". */
const ELIDED =
  /\b(?:did|does|do|can|will|has|have)(?:n't| not)?(?: (?:in|on|at|since|until|by|for|so|too)\b|[,.;:!]|$)/i;
/** An answer without a verb: "One: …", "Airflow remembers: …", "Two things, …"; but not "Migration written.". */
const FRAGMENT =
  /^(?:[^ ,:.]{1,30} )?(?![^ ,:.]{1,27}(?:ed|en|ing|ion|ment)\b)[^ ,:.]{1,30}[:.]|^(?:one|two|three|four|five|several|none|\d{1,6}) [^ ,:.]{1,30}[,:.]/i;

/** "survives" of "It survives; …" and of "Survives. …". */
function predicateOf(text: string): string {
  const [, verb, only] =
    /^(?:(?:it|they|he|she|that|this) ([a-z]{3,20})\b|([a-z]{3,20})[.;:,!])/i.exec(text) ?? [];
  return stem((verb ?? only ?? "").toLowerCase());
}

/** A statement right after the question, in its thought or at the beginning of the next one. */
function isDirectAnswer(question: Question, thought: Thought, index: number, text: string): boolean {
  const asked = question.thought;
  // "I want to know how common it is. Of 12,640 orders 418 differ.", with its source.
  if (asked === thought && question.isAdmitted && question.isDirect) return false;
  if (asked === thought && FUTURE.test(question.text) && PRESENT.test(text) && !MODAL.test(text))
    return coverage(question, new Set(wordsOf(text))) > 0;
  if (asked === thought && (question.isDirect || thought.evidence?.length)) return true;
  if ((index > 0 && asked !== thought) || thought.branchId !== asked.branchId) return false;
  const plain = text.replaceAll("’", "'");
  if (DIRECT.test(text) || ELLIPTIC.test(plain)) return true;
  if (SHARE.test(text) && !NO_SHARE.test(question.text)) return true;
  const covered = coverage(question, new Set(wordsOf(text)));
  if (ANSWERED.test(text) && (covered > 0 || !/\bas it turns out\b/i.test(text))) return true;
  if (asked !== thought && text.length > TYPED_MAX && covered === 0) return false;
  if (REFERS.test(text) && covered >= REFERRED) return true;
  if (text.length <= SOURCED_MAX && (SOURCED.test(text) || (asked === thought && SAYS.test(text))))
    return true;
  return TYPED.some(([asks, answers]) => {
    const found = asks.test(question.text) ? answers.exec(text) : null;
    return found !== null && !countsOther(question, text.slice(found.index + found[0].length));
  });
}

/** Whether a number counts something that was not asked about: "Three cures come to mind". */
function countsOther({ text, weights }: Question, after: string): boolean {
  const [, noun] = /^ ([\p{L}]{2,30})\b/u.exec(after) ?? [];
  const [word] = wordsOf(noun ?? "");
  return /\bhow many\b/i.test(text) && word !== undefined && !weights.has(word) && !GENERIC.has(word);
}

function answeredBy(
  waiting: ReadonlyMap<string, ReadonlySet<Question>>,
  words: readonly string[],
  least: number,
  admitted = least,
): readonly Question[] {
  if (!words.some((word) => waiting.has(word))) return [];
  const covered = new Map<Question, number>();
  for (const word of new Set(words))
    for (const question of waiting.get(word) ?? [])
      covered.set(question, (covered.get(question) ?? 0) + question.weights.get(word)!);
  return [...covered]
    .filter(([{ total, isAdmitted }, sum]) => sum >= (isAdmitted ? admitted : least) * total)
    .map(([question]) => question);
}
