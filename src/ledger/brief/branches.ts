import type { Thought } from "../thought.ts";
import { cuesOf } from "./cues.ts";
import { sentencesOf } from "./sentences.ts";

/** The most branches that are followed: the newest. */
const FOLLOWED = 60;

/** How the main lane says that it goes on from a branch. */
const TAKEN =
  /\b(adopt\w*|merg\w*|tak(?:e|es|en|ing)|us(?:e|es|ed|ing)|follow\w*|build\w* on|based on|wins?|won|works?)\b/i;

/** What became of a branch. */
export interface Branch {
  readonly name: string;
  readonly from?: number | undefined;
  readonly thoughts: number;
  /** Its last thought, and how that ends. */
  readonly last: Said;
  /** Dropped: the main lane went on without it, or said why. */
  readonly fate: "open" | "merged" | "dropped";
  /** The main-lane thought and sentence that tells its fate, if any does. */
  readonly verdict?: Said | undefined;
}

/** A sentence and where it stands; not the thought, which may be large. */
interface Said {
  readonly number: number;
  readonly seq: number;
  readonly sentence: string;
}

type Followed = { -readonly [K in keyof Branch]: Branch[K] };

/** Follows the branches of a session, thought by thought, in bounded memory. */
export function followBranches() {
  const followed = new Map<string, Followed>();
  const names = new Map<string, Words>();
  let count = 0;

  function inBranch(name: string, thought: Thought): void {
    const known = followed.get(name);
    if (!known) count++;
    // Set anew, so that the branch that rested longest is the first to go.
    followed.delete(name);
    followed.set(name, {
      name,
      from: known?.from ?? thought.branchFrom,
      thoughts: (known?.thoughts ?? 0) + 1,
      last: said(thought, sentencesOf(thought.content).at(-1) ?? ""),
      fate: "open",
    });
    if (!names.has(name)) names.set(name, wordsFor(name));
    if (followed.size <= FOLLOWED) return;
    const oldest = followed.keys().next().value!;
    followed.delete(oldest);
    names.delete(oldest);
  }

  function inMain(thought: Thought): void {
    for (const branch of followed.values()) {
      if (branch.fate === "open") branch.fate = "dropped";
      const { mention, refusal } = names.get(branch.name)!;
      if (!mention.test(thought.content)) continue;
      const sentence = sentencesOf(thought.content).find((one) => mention.test(one));
      if (sentence === undefined) continue;
      const isTaken = (cuesOf(sentence).decides > 0 || TAKEN.test(sentence)) && !refusal.test(sentence);
      branch.fate = isTaken && cuesOf(sentence).drops === 0 ? "merged" : "dropped";
      branch.verdict = said(thought, sentence);
    }
  }

  return {
    see(thought: Thought): void {
      if (thought.branchId === undefined) inMain(thought);
      else inBranch(thought.branchId, thought);
    },
    /** How many there are; one that was let go and comes back counts again. */
    count: () => count,
    /** The newest first. */
    list: (): readonly Branch[] => [...followed.values()].reverse(),
  };
}

const said = ({ number, seq }: Thought, sentence: string): Said => ({ number, seq, sentence });

interface Words {
  readonly mention: RegExp;
  /** The mention of what was not taken: "instead of caching-approach". */
  readonly refusal: RegExp;
}

/** Finds a branch's name in a text; a name of one or two letters only after the word "branch". */
function wordsFor(name: string): Words {
  const plain = name
    .slice(0, 200)
    .replace(/[^\p{L}\p{N}\s]/gu, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
  const before = [...name].length < 3 ? "\\bbranch\\W{0,3}" : "(?<![\\p{L}\\p{N}-])";
  const mention = `${before}${plain}(?![\\p{L}\\p{N}-])`;
  return {
    mention: new RegExp(mention, "iu"),
    refusal: new RegExp(
      `\\b(?:instead of|rather than|over|not|without|than)\\W+(?:\\w+\\W+){0,2}?${mention}`,
      "iu",
    ),
  };
}
