import type { Thought } from "../thought.ts";
import { FAULTS } from "./citations.ts";
import type { LintContext } from "./context.ts";
import { numerals } from "./numerals.ts";
import { once } from "./once.ts";
import { wordsOf } from "./prose.ts";

/** What no longer holds, a revised thought or a dropped branch, and what was compared with it or replaced it. */
export interface Outdated {
  readonly thoughts: ReadonlySet<Thought>;
  /** `seq` from which it no longer holds. */
  readonly end: number;
  readonly words: () => ReadonlySet<string>;
  /** Words of the revision, or of the other branches from the same thought. */
  readonly instead: () => ReadonlySet<string>;
  readonly branch: string | undefined;
}

/** Revised thoughts and dropped branches. */
function outdatedIn(context: LintContext): readonly Outdated[] {
  const { revisions, byId, branches, dropped } = context;
  const wordsIn = (thoughts: readonly Thought[]) =>
    once(() => new Set(thoughts.flatMap((one) => [...context.words(one)])));
  const found: Outdated[] = [];
  for (const [id, by] of revisions) {
    const revised = byId.get(id);
    if (!revised) continue;
    const [words, instead] = [wordsIn([revised]), wordsIn(by)];
    found.push({ thoughts: new Set([revised]), end: by[0]!.seq, words, instead, branch: undefined });
  }
  const forks = Map.groupBy(branches, ([, thoughts]) => thoughts[0]!.parentId);
  for (const [branch, end] of dropped) {
    const thoughts = branches.get(branch);
    if (!thoughts) continue;
    const others = (forks.get(thoughts[0]!.parentId) ?? []).slice(0, FORKS);
    const instead = wordsIn(
      others.flatMap(([name, one]) => (name === branch || name === "" ? [] : one.slice(0, FORKS))),
    );
    found.push({ thoughts: new Set(thoughts), end, words: wordsIn(thoughts), instead, branch });
  }
  return found;
}

/** What is outdated, by its thoughts, and the thoughts that revise it or that its branch comes from. */
export interface Replaced {
  readonly outdated: ReadonlyMap<Thought, Outdated>;
  readonly neutral: ReadonlySet<Thought>;
}

export function replacedIn(context: LintContext): Replaced {
  const all = outdatedIn(context);
  const neutral = new Set<Thought>();
  for (const { thoughts, branch } of all) {
    const [first] = thoughts;
    for (const one of branch === undefined ? (context.revisions.get(first!.id) ?? []) : []) neutral.add(one);
    const fork = branch === undefined ? undefined : context.byId.get(first!.parentId ?? "");
    if (fork) neutral.add(fork);
  }
  return {
    outdated: new Map(all.flatMap((one) => [...one.thoughts].map((thought) => [thought, one]))),
    neutral,
  };
}

/** How many branches from one thought are compared, and how many thoughts of each. */
const FORKS = 20;
/** The reason that a sentence begins with. */
const REASON =
  /^(?:and |so |but )?(?:since|as|because|with|given|now that|due to|thanks to)\b(?:(.{8,160}?), |(.{8,100}?) (?=(?:I|we) \p{L}))|^(.{4,60}? being .{2,60}?), |^(.{10,120}?), (?:so|therefore|hence|thus)\b/iu;
/** What is not stated as a fact, or is denied. */
const UNSTATED =
  /\b(?:would|could|might|if|had|maybe|perhaps|whether|not|no|never|nothing|none|neither|nor|without|was|were|did)\b|n't\b/i;
/** "With four per server we would have eight": a supposition. */
const IF_SO = /^(?:and |so |but )?with\b.{0,300}\bwould\b/i;
/** A word in more thoughts identifies nothing. */
const COMMON = 50;
/** How much of a reason the outdated text must say. */
const SAID = 0.4;

/** From this share of the highest score on, two thoughts are equally likely to be meant. */
const TIE = 0.95;

/** Whether a thought has a number, perhaps as a word. */
const saysNumber = ({ content }: Thought, word: string): boolean =>
  /^\d/.test(word) && wordsOf(numerals(content.slice(0, 2000))).includes(word);

/** Whether a reason has all words of the name of a branch. */
function isNamed(branch: string, words: readonly string[]): boolean {
  const name = wordsOf(branch.replace(/[-_/.]/g, " "));
  return (
    name.length > 0 &&
    name.join("").length >= 4 &&
    name.every((word) => words.some((one) => one === word || (word.length >= 4 && one.startsWith(word))))
  );
}

/** The outdated thing that the reason of a sentence restates, although no valid thought says as much of it. */
export function reasonOutdated(
  context: LintContext,
  thought: Thought,
  { outdated, neutral }: Replaced,
): Outdated | undefined {
  if (outdated.size === 0 || thought.isRevision || thought.evidence?.length) return undefined;
  for (const { text, isQuestion } of context.sentences(thought)) {
    const match = isQuestion ? null : REASON.exec(text);
    const reason = match?.slice(1).find((part) => part !== undefined);
    if (reason === undefined || UNSTATED.test(reason) || IF_SO.test(text) || FAULTS.test(thought.content))
      continue;
    const words = wordsOf(numerals(reason));
    const scores = new Map<Thought | Outdated, number>();
    for (const word of new Set(words)) {
      const others = context.thoughtsWith(word);
      if (others.length > COMMON) continue;
      for (const other of others) {
        if (other.seq >= thought.seq) break;
        const about = outdated.get(other);
        // The revision denies it, and the thought that the branches come from lists it as an option.
        if (neutral.has(other)) continue;
        const key =
          about && about.end < thought.seq && (!about.branch || about.branch !== thought.branchId)
            ? about
            : other;
        scores.set(key, (scores.get(key) ?? 0) + 1 / Math.sqrt(others.length));
      }
    }
    const [first, second] = [...scores].toSorted(([, a], [, b]) => b - a);
    const isTie = second !== undefined && "instead" in second[0] && second[1] >= TIE * first![1];
    const best = first && !("instead" in first[0]) && isTie ? second : first;
    if (!best || !("instead" in best[0])) continue;
    const [found] = best;
    const [said, instead] = [found.words(), found.instead()];
    // It takes for granted what the branch was named after and found wrong.
    if (found.branch !== undefined && isNamed(found.branch, words)) return found;
    // Its numbers are in the outdated text too.
    if (
      words.some(
        (word) =>
          /^\d/.test(word) && !said.has(word) && ![...found.thoughts].some((one) => saysNumber(one, word)),
      )
    )
      continue;
    // One thought says it: a long branch has most words somewhere.
    for (const one of found.thoughts) {
      const known = words.filter((word) => context.words(one).has(word) || saysNumber(one, word));
      if (known.length < Math.max(2, SAID * words.length)) continue;
      if (known.some((word) => !instead.has(word))) return found;
    }
  }
  return undefined;
}
