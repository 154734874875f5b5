import type { Thought } from "../thought.ts";
import type { LintContext, Rule } from "./context.ts";
import { repeats, topicWords } from "./similarity.ts";

/** How often content must repeat to count as a loop. */
const LOOP = 3;
/** How many thoughts with the same rare word are compared with a new one. */
const COMPARED = 12;

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
    for (const thought of context.thoughts) {
      yield;
      if (thought.isRevision || isStatus(thought.content)) continue;
      const group = groupOf(context, thought, groups);
      group.push(thought);
      if (group.length === LOOP)
        yield {
          thought,
          message: `The same content as in thoughts ${group[0]!.number} and ${group[1]!.number}`,
          related: [group[0]!.seq, group[1]!.seq],
        };
    }
  },
};

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
