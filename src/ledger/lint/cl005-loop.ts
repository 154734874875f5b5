import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { type Topics, topicsOf } from "./paraphrase.ts";
import { repeats, topicWords } from "./similarity.ts";

/** How often content must repeat to count as a loop. */
const LOOP = 3;
/** How many thoughts with the same rare word are compared with a new one. */
const COMPARED = 12;
/** How many thoughts back a thought can say the same in other words. */
const RECENT = 5;
/** How much three thoughts that say the same in other words have in common: every two of them, and on average. */
const IN_COMMON = 0.24;
const IN_COMMON_ON_AVERAGE = 0.32;
/** How much two thoughts have in common that say the same, and how much of it an earlier one must contain. */
const ALIKE = 0.5;
const CONTAINED = 0.4;
/** An announced restatement needs less in common. */
const RESTATES =
  /^(?:so |or |and |well,? )?(?:in (?:other words|short|essence)|(?:to )?put (?:it )?(?:differently|simply|another way|in other words)|(?:simply|otherwise) put|that is(?: to say)?[,:]|to (?:repeat|restate|say it again|sum up)|(?:as|like) (?:I |we )?(?:said|stated|noted|mentioned)|once (?:more|again)|again[,:]|i\.e\.)/i;
const ANNOUNCED = 0.6;

/** Finds content that is repeated many times. */
export const loop: Rule = {
  id: "CL005",
  title: "The same content three times",
  level: "warning",
  why: "An agent that repeats itself has stopped to make progress, and usually does not notice.",
  example: '"Let me look at the pool metrics again." in thoughts 8, 9 and 10.',
  fix: "Say what the repetition did not find, and take another way: a branch, a question to a person, or an end.",
  *find(context) {
    const groups = new Map<string, Thought[][]>();
    const found = new Set<Thought>();
    const recent: Thought[] = [];
    const topics = topicsOf(context);
    for (const thought of context.thoughts) {
      yield;
      if (thought.isRevision || isStatus(thought.content)) continue;
      const group = groupOf(context, thought, groups);
      group.push(thought);
      const others = group.length === LOOP ? group : restated(context, topics, thought, recent);
      if (recent.push(thought) > RECENT) recent.shift();
      if (!others || others.some((one) => found.has(one))) continue;
      found.add(thought);
      yield {
        thought,
        message: `The same content as in thoughts ${others[0]!.number} and ${others[1]!.number}`,
        related: [others[0]!.seq, others[1]!.seq],
      };
    }
  },
};

/** The two recent thoughts that a thought restates in other words, without evidence or another confidence. */
function restated(
  context: LintContext,
  topics: Topics,
  thought: Thought,
  recent: readonly Thought[],
): readonly Thought[] | undefined {
  if (recent.length < LOOP - 1 || thought.evidence?.length) return undefined;
  // A conclusion restates what it rests on.
  if (thought === context.thoughts.at(-1) && context.session.status === "completed") return undefined;
  const share = RESTATES.test(thought.content) ? ANNOUNCED : 1;
  const alike: { readonly other: Thought; readonly common: number }[] = [];
  for (const other of recent) {
    if (isStep(other, thought)) continue;
    const common = topics.common(other, thought, share * IN_COMMON);
    if (common > 0) alike.push({ other, common });
  }
  if (alike.length === 0 || asks(context, thought)) return undefined;
  for (const [index, { other, common }] of alike.entries()) {
    if (other.evidence?.length || other.branchId !== thought.branchId) continue;
    for (const first of alike.slice(0, index)) {
      if (isStep(first.other, other)) continue;
      const between = topics.common(first.other, other, share * IN_COMMON);
      const average = (between + common + first.common) / 3;
      if (between > 0 && average >= share * IN_COMMON_ON_AVERAGE) return [first.other, other];
    }
    if (common < ALIKE) continue;
    const places = rarestOf(context, thought).flatMap((word) =>
      context.thoughtsWith(word).slice(0, COMPARED),
    );
    for (const earlier of new Set(places))
      if (
        earlier.seq < other.seq &&
        !isStep(earlier, other) &&
        Math.min(topics.contained(thought, earlier), topics.contained(other, earlier)) >= CONTAINED
      )
        return [earlier, other];
  }
  return undefined;
}

const asks = (context: LintContext, thought: Thought): boolean =>
  context.sentences(thought).some(({ isQuestion }) => isQuestion);

/** Whether the confidence changes from one thought to the other. */
const isStep = (a: Thought, b: Thought): boolean =>
  a.confidence !== undefined && b.confidence !== undefined && a.confidence !== b.confidence;

/** A short progress report without a next step; repeating it is not a loop. */
function isStatus(content: string): boolean {
  return content.length <= 80 && STATUS.test(content.trim());
}

const STATUS =
  /^(?:still |again |ok(?:ay)?[,.]? |and )?(?:waiting|polling|running|working|continuing|in progress|pending|done|noted|thanks?|thank you|ok(?:ay)?|yes|no change|no news|nothing new|same|acknowledged|understood|got it|will do|on it|sleeping|paused|green|passed|\p{L}{1,20} (?:is|are) (?:still )?(?:running|pending|in progress))\b/iu;

/** The group of thoughts with the same content, found by the rarest words that they share. */
function groupOf(context: LintContext, thought: Thought, groups: Map<string, Thought[][]>): Thought[] {
  const keys = keysOf(context, thought);
  for (const key of keys) {
    const others = groups.get(key) ?? [];
    for (let i = others.length - 1; i >= Math.max(0, others.length - COMPARED); i--)
      if (repeats(context, others[i]![0]!, thought)) return others[i]!;
  }
  const group: Thought[] = [];
  for (const key of keys) {
    const others = groups.get(key) ?? [];
    others.push(group);
    groups.set(key, others);
  }
  return group;
}

/** The three rarest words of a thought, in a fixed order: words about its topic, if it has as many. */
function rarestOf(context: LintContext, thought: Thought): readonly string[] {
  const words = context.words(thought);
  const topic = rarest(context, topicWords(context, thought));
  return topic.length < 3 ? rarest(context, words) : topic;
}

function rarest(context: LintContext, words: ReadonlySet<string>): readonly string[] {
  const found: { readonly word: string; readonly count: number }[] = [];
  for (const word of words) {
    const count = context.frequency(word);
    let at = found.length;
    while (
      at > 0 &&
      (count < found[at - 1]!.count || (count === found[at - 1]!.count && word < found[at - 1]!.word))
    )
      at--;
    if (at >= 3) continue;
    found.splice(at, 0, { word, count });
    if (found.length > 3) found.pop();
  }
  return found.map(({ word }) => word);
}

/** The whole content, and pairs of its rarest words: thoughts with the same content share at least one key. */
function keysOf(context: LintContext, thought: Thought): readonly string[] {
  const words = rarestOf(context, thought);
  const whole = thought.content
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words.length < 3
    ? [whole]
    : [whole, `${words[0]} ${words[1]}`, `${words[1]} ${words[2]}`, `${words[0]} ${words[2]}`];
}
