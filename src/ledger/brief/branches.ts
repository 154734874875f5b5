import { BoundedMap } from "../../primitives/bounded-map.ts";
import type { Thought } from "../thought.ts";
import { cuesOf } from "./cues.ts";
import { sentencesOf } from "./sentences.ts";

/** How many branches are followed, the most recently extended. */
const FOLLOWED = 60;

/** How the main branch says that it builds on another branch. */
const TAKEN =
  /\b(?:adopt|merg|follow|(?:tak(?:e|es|en|ing)|us(?:e|es|ed|ing)|buil(?:d|ds|ding|t) on|based on|wins?|won|works?)\b)/i;

/** A branch and its fate. */
export interface Branch {
  readonly name: string;
  readonly from?: number | undefined;
  readonly thoughts: number;
  /** The last sentence of its last thought. */
  readonly last: Said;
  /** Dropped: the main branch continued without it, or said why. */
  readonly fate: "open" | "merged" | "dropped";
  /** The main-branch sentence that decides its fate, if there is one. */
  readonly verdict?: Said | undefined;
}

/** A sentence and its thought's number; the thought itself may be large. */
interface Said {
  readonly number: number;
  readonly seq: number;
  readonly sentence: string;
}

type Followed = { -readonly [K in keyof Branch]: Branch[K] } & { readonly mention: FindMention };

/** Follows the branches of a session, thought by thought, in bounded memory. */
export function followBranches() {
  const followed = new BoundedMap<string, Followed>(FOLLOWED, "insertion");
  let count = 0;

  function inBranch(name: string, thought: Thought): void {
    const known = followed.get(name);
    if (!known) count++;
    followed.set(name, {
      name,
      from: known?.from ?? thought.branchFrom,
      thoughts: (known?.thoughts ?? 0) + 1,
      last: said(thought, sentencesOf(thought.content).at(-1) ?? ""),
      fate: "open",
      mention: known?.mention ?? mentionOf(name),
    });
  }

  function inMain(thought: Thought): void {
    if (followed.size === 0) return;
    const sentences = sentencesOf(thought.content);
    const text = sentences.join("\n").toLowerCase();
    for (const branch of followed.values()) {
      if (branch.fate === "open") branch.fate = "dropped";
      if (branch.mention(text) === undefined) continue;
      const sentence = sentences.find((one) => branch.mention(one.toLowerCase()) !== undefined);
      if (sentence === undefined) continue;
      const before = branch.mention(sentence.toLowerCase())!;
      const isTaken = (cuesOf(sentence).decides > 0 || TAKEN.test(sentence)) && !isRefusal(before);
      branch.fate = isTaken && cuesOf(sentence).drops === 0 ? "merged" : "dropped";
      branch.verdict = said(thought, sentence);
    }
  }

  return {
    see(thought: Thought): void {
      if (thought.branchId === undefined) inMain(thought);
      else inBranch(thought.branchId, thought);
    },
    /** The number of branches; one that was evicted and comes back counts again. */
    count: () => count,
    /** Newest first. */
    list: (): readonly Branch[] => [...followed.values()].reverse(),
  };
}

const said = ({ number, seq }: Thought, sentence: string): Said => ({ number, seq, sentence });

/** Finds the first mention of a branch in a lowercase text, and returns what precedes it. */
type FindMention = (text: string) => string | undefined;

/** Finds a branch's name as a word; a name of one or two characters only after the word "branch". */
function mentionOf(name: string): FindMention {
  const wanted = name.slice(0, 200).toLowerCase();
  const isShort = [...name].length < 3;
  return (text) => {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      if (/^[\p{L}\p{N}-]/u.test(text.slice(at + wanted.length, at + wanted.length + 2))) continue;
      const before = text.slice(Math.max(0, at - 100), at);
      if (!isShort && !/[\p{L}\p{N}-]$/u.test(before)) return before;
      const word = isShort ? before.lastIndexOf("branch") : -1;
      if (word >= 0 && /^\W{0,3}$/.test(before.slice(word + 6))) return before.slice(0, word);
    }
    return undefined;
  };
}

/** Whether the words before a mention say that the branch was not taken: "instead of the caching approach". */
function isRefusal(before: string): boolean {
  const words = before.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
  const last = words.slice(-3);
  return (
    last.some((word) => ["over", "not", "without", "than"].includes(word)) ||
    words.slice(-4).join(" ").includes("instead of")
  );
}
