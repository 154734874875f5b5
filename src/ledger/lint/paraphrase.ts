import type { Thought } from "../thought.ts";
import type { LintContext } from "./context.ts";
import { stem } from "./prose.ts";
import { topicWords } from "./similarity.ts";

/** Compares what short thoughts are about, whatever the form and order of their words. */
export interface Topics {
  /** How much of two thoughts is about the same, from 0 to 1, if it is at least `least`; else 0. */
  common(a: Thought, b: Thought, least: number): number;
  /** How much of a thought is in another one, from 0 to 1; 0 if they are items of a list. */
  contained(thought: Thought, other: Thought): number;
}

/** A thought of more different words says more than one thing. */
const MOST_WORDS = 40;
/** Words with the same beginning count as the same: "dizzy" and "dizziness". */
const ROOT = 4;
const ENDING = /(?:y|es|ed|e|s|ings?)$/;
/** A number, or a word with a capital letter that does not begin a sentence. */
const NAME = /\d+(?:[.,]\d+)*|[\p{L}\p{N},;)] (\p{Lu}[\p{L}\p{N}]{0,40})/gu;
const ORDINAL = /\b(?:first|second|third|fourth|fifth|last)\b/gi;
/** "Week 3" of "Week 3: no change". */
const LABEL = /^([^:.!?]{1,40}): /;

/** The roots of a thought's words, by their places in the list of all roots, in order. */
interface Gist {
  readonly roots: readonly number[];
  readonly total: number;
}

const NONE: Gist = { roots: [], total: 0 };

export function topicsOf(context: LintContext): Topics {
  const gists = new Map<Thought, Gist>();
  const places = new Map<string, number>();
  const byWord = new Map<string, number>();
  /** How much each root identifies a topic: rare words count more. */
  const weights: number[] = [];

  function placeOf(word: string): number {
    let place = byWord.get(word);
    if (place !== undefined) return place;
    const root = word.replace(ENDING, "").slice(0, ROOT);
    place = places.get(root);
    if (place === undefined) {
      place = weights.push(Math.log(1 + context.thoughts.length / context.frequency(word))) - 1;
      places.set(root, place);
    }
    byWord.set(word, place);
    return place;
  }

  function gistOf(thought: Thought): Gist {
    let gist = gists.get(thought);
    if (gist) return gist;
    if (context.words(thought).size > MOST_WORDS) gist = NONE;
    else {
      const roots: number[] = [];
      let total = 0;
      for (const word of topicWords(context, thought)) {
        const place = placeOf(word);
        if (roots.includes(place)) continue;
        roots.push(place);
        total += weights[place]!;
      }
      gist = { roots: roots.sort((a, b) => a - b), total };
    }
    gists.set(thought, gist);
    return gist;
  }

  function inBoth({ roots: a }: Gist, { roots: b }: Gist): number {
    let sum = 0;
    for (let i = 0, j = 0; i < a.length && j < b.length; )
      if (a[i] === b[j]) {
        sum += weights[a[i++]!]!;
        j++;
      } else if (a[i]! < b[j]!) i++;
      else j++;
    return sum;
  }

  return {
    common(a, b, least) {
      const [one, other] = [gistOf(a), gistOf(b)];
      const share = (2 * inBoth(one, other)) / (one.total + other.total || 1);
      return share < least || isContrast(a.content, b.content) ? 0 : share;
    },
    contained(thought, other) {
      const gist = gistOf(thought);
      if (hasOtherNames(thought.content, other.content)) return 0;
      return inBoth(gist, gistOf(other)) / (gist.total || 1);
    },
  };
}

/** Whether each of two texts names something that the other one does not, as the items of a list do. */
function isContrast(a: string, b: string): boolean {
  const [one, other] = [LABEL.exec(a)?.[1], LABEL.exec(b)?.[1]];
  if (one !== undefined && other !== undefined && one !== other) return true;
  if (hasOtherNames(a, b)) return true;
  const [slots, fillers] = [slotsIn(a), slotsIn(b)];
  const [words, otherWords] = [rootsIn(a), rootsIn(b)];
  for (const [slot, word] of slots) {
    const filler = fillers.get(slot);
    if (filler !== undefined && !otherWords.has(word) && !words.has(filler)) return true;
  }
  return false;
}

function hasOtherNames(a: string, b: string): boolean {
  const [names, others] = [namesIn(a), namesIn(b)];
  return !names.isSubsetOf(others) && !others.isSubsetOf(names);
}

function namesIn(text: string): ReadonlySet<string> {
  const names = new Set(text.toLowerCase().match(ORDINAL));
  for (const [number, name] of text.matchAll(NAME)) if (name !== "I") names.add(name ?? number);
  return names;
}

const tokensIn = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}'’]+|[.,;:!?]/gu) ?? [];
const rootOf = (word: string): string => stem(word).replace(ENDING, "").slice(0, ROOT);
const rootsIn = (text: string): ReadonlySet<string> => new Set(tokensIn(text).map(rootOf));

/** The words of a text that mean something, each by the two words around it: "sand" by "I … the". */
function slotsIn(text: string): ReadonlyMap<string, string> {
  const tokens = ["", ...tokensIn(text), "."];
  const slots = new Map<string, string>();
  for (let i = 1; i < tokens.length - 1; i++) {
    const root = rootOf(tokens[i]!);
    if (root !== "" && /\p{L}/u.test(root)) slots.set(`${tokens[i - 1]} ${tokens[i + 1]}`, root);
  }
  return slots;
}
