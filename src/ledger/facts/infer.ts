import type { Candidate, Read, ReadThought } from "./candidate.ts";
import type { FactKind } from "./fact.ts";
import type { followOptions } from "./options.ts";
import type { Weights } from "./read-weights.ts";
import type { Reading } from "./reading.ts";
import { followSalience } from "./salience.ts";

type Kind = FactKind | "noted";
type Scores = Readonly<Record<Exclude<FactKind, "answered">, number>>;

/** Verbs that report what somebody else said. */
const REPORTS =
  /\b(?:wrote|writes|says?|said|saying|tells?|told|claim(?:s|ed)?|according|suggest(?:s|ed)?|recommend(?:s|ed)?|insist(?:s|ed)?|message|puts? it|emailed|mentions?|advises?)\b/i;

/** From this score on a sentence is a fact of its kind. */
const LEAST = 1.6;
/** Decisions are often written as plain statements. */
const LEAST_DECISION = 1.1;

/** What the sentences of a thought state, each sentence at most once. */
export function inferFacts(
  { thought, sentences }: ReadThought,
  options: ReturnType<typeof followOptions>,
  weights: Weights,
): Candidate[] {
  const found: Candidate[] = [];
  const joined = new Set<number>();
  const salienceAt = followSalience(sentences, weights);
  for (const [index, sentence] of sentences.entries()) {
    if (joined.has(index)) continue;
    const after = sentences[index + 1];
    const pair = after && !after.begins && !after.isItem ? pairOf(sentence, after) : undefined;
    if (pair) joined.add(index + 1);
    const verdict = sentences[index + 2];
    if (
      pair?.kind === "dead_end" &&
      verdict &&
      verdict.reading.words <= 4 &&
      verdict.reading.acts.abandon >= 2
    )
      joined.add(index + 2);
    const single = pair ?? singleOf(sentence, sentences, index);
    options.see(sentence);
    if (pair) options.see(after!);
    const { kind, weight, main, was } = single;
    const why = single.other ? undefined : reasonBefore(kind, main, sentences, index, joined);
    if (why && why === sentences[index - 1]) found.pop();
    const other = single.other ?? why;
    found.push({
      kind,
      weight: weight + placeBonus(index, sentences.length, thought.branchId !== undefined, main.reading),
      text: options.resolve(main.text),
      reason: other && options.resolve(other.text),
      was: was?.text,
      salience: salienceAt(index),
      mayState: mayState(main),
      origin: "inferred",
      thoughtId: thought.id,
      seq: thought.seq,
      at: index,
      isItem: main.isItem,
      number: thought.number,
      branchId: thought.branchId,
      topic: other ? new Set([...main.topic, ...other.topic]) : main.topic,
      runs: main.runs,
      reasonRuns: other?.runs ?? [],
    });
  }
  return found;
}

/** The sentence before a short verdict that says why: "Spirometry is normal. Asthma is excluded." */
function reasonBefore(
  kind: Kind,
  { reading, isItem, begins, topic }: Read,
  sentences: readonly Read[],
  index: number,
  joined: ReadonlySet<number>,
): Read | undefined {
  const before = sentences[index - 1];
  if (isItem || begins || !before || joined.has(index - 1) || reading.words > 14) return undefined;
  if (kind === "decision" && reading.refersBack && topic.size <= 2)
    return sentences.slice(Math.max(0, index - 3), index).findLast((one, at, all) => {
      return one.topic.size >= 2 && !joined.has(index - all.length + at) && one.reading.acts.watch < 3;
    });
  if (kind !== "dead_end") return undefined;
  const { acts, isQuestion, specifics } = before.reading;
  const hasOwn = reading.clauses.length > 1 && reading.acts.fail >= 1;
  const isFact = acts.commit >= 2 || acts.abandon >= 2 || acts.doubt >= 2 || acts.watch >= 3;
  return !hasOwn && !isQuestion && !isFact && (specifics >= 1 || acts.fail >= 1 || acts.abandon >= 1)
    ? before
    : undefined;
}

interface Single {
  readonly kind: Kind;
  readonly weight: number;
  readonly main: Read;
  readonly other?: Read | undefined;
  readonly was?: Read | undefined;
}

/** A fact that two sentences state together, if they do. */
function pairOf(first: Read, second: Read): Single | undefined {
  const [one, two] = [first.reading, second.reading];
  const [own, next] = [scoresOf(one), scoresOf(two)];
  const refers = two.pointsBack || two.refersBack;
  const isVerdict = two.words <= 5 || (refers && second.topic.size <= 3 && two.words <= 12);
  const negative = Math.max(two.acts.abandon, two.acts.fail);
  if (one.isHypothetical || two.isHypothetical || two.isQuestion) return undefined;
  if (one.isQuestion) {
    if (two.acts.doubt >= 2)
      return { kind: "open", weight: 3 + two.acts.doubt / 3, main: first, other: second };
    if (isVerdict && two.acts.abandon >= 2)
      return { kind: "dead_end", weight: 3.5, main: first, other: second };
    return undefined;
  }
  if (one.acts.attempt >= 2 && negative >= 1.5 && own.decision < 3)
    return { kind: "dead_end", weight: 3 + Math.max(negative, own.dead_end) / 3, main: first, other: second };
  if (isVerdict && two.acts.abandon >= 2 && own.dead_end < 4)
    return { kind: "dead_end", weight: 2.5 + two.acts.abandon / 2, main: first, other: second };
  if (
    one.acts.turn >= 3 &&
    one.acts.watch < 3 &&
    two.acts.watch < 2 &&
    two.words > 3 &&
    own.open < 2 &&
    next.decision > -1.2 &&
    two.acts.doubt < 2
  )
    return {
      kind: "decision",
      weight: 3.2 + Math.min(2, next.decision) / 2,
      main: second,
      other: first,
      was: first,
    };
  if (own.dead_end >= 2.5 && one.words <= 12 && (two.acts.fail >= 1 || two.pointsBack) && next.decision < 2)
    return { kind: "dead_end", weight: own.dead_end + 0.3, main: first, other: second };
  if (one.acts.doubt >= 3 && /^(?:Could|Might|May|Perhaps|Maybe|Its|Their)\b/.test(second.text))
    return { kind: "open", weight: own.open, main: first, other: second };
  if (isVerdict && two.acts.doubt >= 2 && one.words <= 16)
    return { kind: "open", weight: 2.5 + two.acts.doubt / 2, main: first, other: second };
  if (isVerdict && next.decision >= 2 && two.pointsBack && own.decision < 3)
    return { kind: "decision", weight: next.decision, main: first, other: second };
  return undefined;
}

function singleOf(main: Read, sentences: readonly Read[], index: number): Single {
  const { reading } = main;
  const scores: Record<string, number> = { ...scoresOf(reading) };
  if (main.heading !== undefined) lead(scores, main.heading, main.isItem);
  const before = sentences[index - 1]?.reading;
  const rest = sentences.slice(index + 1);
  if (reading.isQuestion && !main.isItem) {
    // A question that the same thought goes on to answer is a way of speaking.
    const isAnswered = rest.some(
      ({ reading: later }) => later.acts.commit >= 2 || later.acts.abandon >= 2 || later.acts.answer >= 3,
    );
    scores.open! += isAnswered ? 0 : rest.length === 0 ? 1.5 : 0.8;
    if (!isAnswered && index === 0 && rest.length > 1) scores.open! -= 0.5;
  }
  if (before?.isQuestion && !reading.isQuestion) scores.decision! += 0.5;
  if (before && before.acts.attempt >= 2 && reading.pointsBack) scores.dead_end! += 0.5;
  if (/^[\p{Lu}][\p{L} -]{2,28}: \S/u.test(main.text) && !reading.isQuestion) scores.decision! += 0.8;
  const [kind, weight] = Object.entries(scores).reduce((best, one) => (one[1] > best[1] ? one : best));
  const least = kind === "decision" ? LEAST_DECISION : LEAST;
  if (weight >= least && !(reading.isHypothetical && kind !== "open"))
    return { kind: kind as Kind, weight, main };
  return { kind: "noted", weight: noteOf(reading, weight), main };
}

/** How strongly a sentence states a fact of each kind. */
function scoresOf({ acts, isQuestion, isHypothetical, specifics, words }: Reading): Scores {
  const idle = 0.6 * acts.watch;
  const declares = isQuestion || isHypothetical || acts.doubt >= 3 ? -2 : 0;
  const brief = words < 3 ? -1 : 0;
  const firm = acts.commit >= 1 || acts.rule >= 2 ? 0.35 * Math.min(3, specifics) : 0;
  return {
    decision:
      acts.commit +
      0.4 * acts.rule +
      (acts.turn >= 3 ? -0.8 : 0.2 * acts.turn) +
      firm +
      declares +
      brief -
      idle -
      0.4 * acts.doubt -
      (acts.abandon >= 2 ? 1 : 0),
    dead_end:
      acts.abandon +
      0.35 * acts.fail +
      (acts.abandon + acts.fail >= 2 ? 0.3 * acts.attempt : 0) +
      declares -
      0.3 * idle -
      (acts.commit >= 3 ? 1 : 0),
    open:
      acts.doubt +
      (isQuestion ? 1.5 : 0) +
      (isHypothetical ? -2.5 : 0) -
      0.3 * idle -
      (acts.commit >= 3 ? 1 : 0),
    next: acts.plan - 0.6 + declares - 0.4 * idle,
    outcome: acts.result - 0.8 + 0.25 * specifics + declares - idle,
  };
}

/** The line above a list says what its items are. */
function lead(scores: Record<string, number>, heading: string, isItem: boolean): void {
  if (
    /\b(?:options?|candidates?|alternatives|suspects|ways|remed\w{2,4}|possibilit\w{1,4}|ideas|quotes|proposals?)\b/i.test(
      heading,
    )
  ) {
    for (const one of Object.keys(scores)) scores[one]! -= 3;
    return;
  }
  const kinds: readonly [string, RegExp][] = [
    [
      "open",
      /\b(?:open|unknowns?|questions?|unclear|undecided|nobody|unresolved|clarif\w{1,6}|don't know|not know)\b/i,
    ],
    [
      "next",
      /\b(?:next|to ?do|remain\w{0,4}|left|plan|steps|before|afterwards|follow-ups?|actions?|outstanding)\b/i,
    ],
    [
      "dead_end",
      /\b(?:dead ends?|rejected|dropped|abandoned|ruled out|discarded|did not work|didn't work|failed)\b/i,
    ],
    ["decision", /\b(?:deci\w{3,6}|agreed|settled|chosen|fix|conclusions?|rules|we will|so)\b/i],
    ["outcome", /\b(?:results?|outcomes?|status|findings?)\b/i],
  ];
  const kind = kinds.find(([, pattern]) => pattern.test(heading))?.[0];
  if (kind) scores[kind] = Math.max(scores[kind]!, 0) + (isItem ? 3 : 1);
  else if (isItem) for (const one of Object.keys(scores)) scores[one]! -= 0.5;
}

/** How much a sentence of no kind is worth reading. */
function noteOf({ acts, specifics, isHypothetical, isQuestion, words }: Reading, best: number): number {
  const idle = isHypothetical || isQuestion ? 1.5 : 0;
  return (
    Math.max(0, best) * 0.6 +
    0.3 * specifics +
    0.2 * acts.rule -
    0.5 * acts.watch -
    idle -
    (words < 4 ? 1 : 0)
  );
}

/** Thoughts tend to end with what they found, and branches even more. */
function placeBonus(index: number, count: number, isBranch: boolean, { acts }: Reading): number {
  const isLast = index === count - 1;
  return (isLast && count > 1 ? 0.15 : 0) + (isBranch && acts.watch < 2 ? 0.1 : 0);
}

/** Whether a sentence may state a fact of its author: no question, hypothesis, quotation or doubt does. */
function mayState({ reading, text }: Read): boolean {
  if (reading.isQuestion || reading.isHypothetical || reading.acts.doubt >= 3) return false;
  const quoted = /["“]([^"“”]{8,300})["”]/.exec(text);
  return quoted === null || (quoted[1]!.length <= text.length / 2 && !REPORTS.test(text));
}
