import { formsOf } from "../facts/grammar.ts";
import { tokensOf } from "../facts/tokens.ts";
import type { Thought } from "../thought.ts";
import type { Found, LintContext, Rule } from "./context.ts";
import { datesOf } from "./dates.ts";
import { HAS_NUMBER, numberSentencesOf } from "./mentions.ts";
import { CITES, isProposal, restatedNumbers } from "./number-pairs.ts";
import { sentencesOf } from "./prose.ts";
import { type Quantity, quantitiesOf } from "./quantities.ts";
import { differs, isSameQuantity } from "./same-quantity.ts";
import { rowsOf, withoutTables } from "./tables.ts";

interface Stated {
  readonly quantity: Quantity & { readonly sentence: string };
  readonly thought: Thought;
  /** The values that the session gives for it. */
  readonly group: Set<number>;
}

/** How many earlier numbers with the same word are compared with a new one. */
const COMPARED = 20;

/** Finds numbers that contradict an earlier one for the same quantity. */
export const contradictingNumber: Rule = {
  id: "CL008",
  title: "A number contradicts an earlier one for the same quantity",
  level: "error",
  why: "Two values for one quantity cannot both be right, and what was computed from the wrong one is wrong too.",
  example:
    'Thought 5: "The database allows 300 connections." Thought 9: "The database allows 500 connections."',
  fix: 'Revise the wrong one, or say what changed: "now", "after the upgrade", "rose from 300 to 500".',
  *find(context) {
    const stated = new Map<string, Stated[]>();
    /** The first thought that states each value of each unit. */
    const first = new Map<string, Thought>();
    const found: { readonly at: Found; readonly group: Set<number> }[] = [];
    for (const thought of context.thoughts) {
      yield;
      if (!HAS_NUMBER.test(thought.content)) continue;
      const isCorrected = thought.isRevision || context.revisions.has(thought.id);
      for (const quantity of numbersOf(context, thought)) {
        const value = `${quantity.unit} ${quantity.value}`;
        if (!first.has(value)) first.set(value, thought);
        const earlier = findEarlier(context, stated, quantity, thought);
        // What a revision states replaces what was stated before.
        const group = (!isCorrected && earlier?.group) || new Set([quantity.value]);
        if (
          earlier &&
          !isCorrected &&
          !areMeasured(earlier.thought, thought) &&
          differs(earlier.quantity, quantity) &&
          // What was stated before the other one repeats that.
          (quantity.unit === "" || first.get(value)!.seq >= earlier.thought.seq) &&
          !areToldApart(context, quantity, earlier.thought, thought) &&
          !areReadings(earlier.quantity.sentence, quantity.sentence)
        ) {
          group.add(quantity.value);
          const message = `"${quantity.sentence.slice(0, 120)}" contradicts thought ${earlier.thought.number}: "${earlier.quantity.sentence.slice(0, 120)}"`;
          found.push({ at: { thought, message, related: [earlier.thought.seq] }, group });
        }
        const one = { quantity, thought, group };
        for (const word of quantity.words) keep(stated, `${quantity.unit} ${word}`, one);
      }
    }
    // Three or more values are a series of measurements.
    const reported = new Set<string>();
    for (const { at, group } of found) {
      const pair = `${at.thought.seq} ${at.related}`;
      if (group.size !== 2 || reported.has(pair)) continue;
      reported.add(pair);
      yield at;
    }
    const thoughts = new Set(found.map(({ at }) => at.thought));
    for (const pair of restatedNumbers(context)) {
      yield;
      if (!pair || thoughts.has(pair.later.sentence.thought)) continue;
      const [one, other] = [pair.earlier.sentence, pair.later.sentence];
      if (areReadings(one.text, other.text)) continue;
      thoughts.add(other.thought);
      const message = `"${other.text.slice(0, 120)}" contradicts thought ${one.thought.number}: "${one.text.slice(0, 120)}"`;
      yield { thought: other.thought, message, related: [one.thought.seq] };
    }
  },
};

/** Whether both numbers have evidence: the later one is a new measurement. */
const areMeasured = (a: Thought, b: Thought): boolean =>
  (a.evidence?.length ?? 0) > 0 && (b.evidence?.length ?? 0) > 0;

/** Whether both thoughts state another value of the unit, which is then the one that the number could contradict. */
function areToldApart(context: LintContext, { unit, value }: Quantity, a: Thought, b: Thought): boolean {
  const [one, other] = [a, b].map((thought) =>
    numberSentencesOf(context, thought).flatMap(({ mentions }) =>
      mentions.filter((mention) => unit !== "" && mention.unit === unit).map((mention) => mention.value),
    ),
  );
  return other!.some((known) => known !== value && one!.includes(known));
}

/** "Copy at 71 %." and "Copy at 88 %.": notes of readings without a verb, each of its moment. */
const areReadings = (a: string, b: string): boolean => isReading(a) && isReading(b);
const isReading = (text: string): boolean =>
  !MAY_HAVE_VERB.test(text) && formsOf(tokensOf(text)).length === 0;
/** A subject with its article or as a pronoun, or a word that may be a verb in the third person, before a number. */
const MAY_HAVE_VERB =
  /^(?:the|an?|our|its|their|his|her|my|this|that|these|those|each|every|all|it|there|we|i|he|she|they|you)\b|\p{L}{3}s (?:\p{L}{1,12} ){0,2}[\d£$€]/iu;

const IDENTIFIER = /`([\p{L}_][\p{L}_. -]{0,60})`/gu;

/** The numbers of a thought. Names in code are kept, because they identify the quantity. */
function* numbersOf(
  context: LintContext,
  thought: Thought,
): Iterable<Quantity & { readonly sentence: string }> {
  const { content } = thought;
  const sentences = /[|`]/.test(content)
    ? sentencesOf(withoutTables(content).replace(IDENTIFIER, "$1"))
    : context.sentences(thought);
  for (const { text, isQuestion } of [...sentences, ...rowsOf(content)]) {
    if (!HAS_NUMBER.test(text) || CITES.test(text)) continue;
    for (const quantity of quantitiesOf(text, isQuestion)) yield { ...quantity, sentence: text };
    for (const quantity of datesOf(text, isQuestion)) yield { ...quantity, sentence: text };
  }
}

/** The newest earlier number for the same quantity, unless one of the two is in an alternative branch. */
function findEarlier(
  context: LintContext,
  stated: ReadonlyMap<string, readonly Stated[]>,
  quantity: Quantity,
  thought: Thought,
): Stated | undefined {
  for (const word of quantity.words) {
    const others = stated.get(`${quantity.unit} ${word}`) ?? [];
    for (let i = others.length - 1; i >= Math.max(0, others.length - COMPARED); i--) {
      const one = others[i]!;
      if (one.thought === thought || !areComparable(context, one.thought, thought)) continue;
      if (!isSameQuantity(one.quantity, quantity)) continue;
      if (!context.revisions.get(one.thought.id)?.some(({ seq }) => seq < thought.seq)) return one;
    }
  }
  return undefined;
}

const areComparable = (context: LintContext, a: Thought, b: Thought): boolean =>
  a.branchId === b.branchId ||
  ((a.branchId === undefined || b.branchId === undefined) && !isProposal(context, b));

function keep(stated: Map<string, Stated[]>, word: string, one: Stated): void {
  const others = stated.get(word);
  if (others) others.push(one);
  else stated.set(word, [one]);
}
