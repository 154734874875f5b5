/** A branch as far as the index reads it. */
interface Indexed {
  /** Its words, and in how many of its thoughts each occurs. */
  readonly words: ReadonlyMap<string, number>;
  /** The words that name it. */
  readonly nameWords: ReadonlySet<string>;
}

/** What a branch has in common with a sentence. */
export interface WordMatch {
  /** How many words of its name the sentence has. */
  named: number;
  /** Its words that hardly any other thought has; a word that the branch repeats counts as two. */
  hits: number;
  /** Its words that at most one other thought has. */
  alone: number;
}

/** A word identifies a branch if at most this many thoughts outside of the branch have it. */
const RARE = 2;

/**
 * Finds the branches that share words with a sentence. A word that many thoughts have costs one lookup, however many
 * branches have it.
 */
export function indexBranchWords<B extends Indexed>() {
  /** `most` is at least the highest count of the word in a branch. */
  const byWord = new Map<string, { readonly branches: Set<B>; most: number }>();
  const byName = new Map<string, Set<B>>();

  function matchIn(matches: Map<B, WordMatch>, branch: B): WordMatch {
    const match = matches.get(branch) ?? { named: 0, hits: 0, alone: 0 };
    matches.set(branch, match);
    return match;
  }

  return {
    /** Adds a word of a branch, or its higher count. */
    set(branch: B, word: string, count: number): void {
      const known = byWord.get(word);
      if (!known) byWord.set(word, { branches: new Set([branch]), most: count });
      else {
        known.branches.add(branch);
        if (count > known.most) known.most = count;
      }
      if (!branch.nameWords.has(word)) return;
      const named = byName.get(word);
      if (named) named.add(branch);
      else byName.set(word, new Set([branch]));
    },
    remove(branch: B): void {
      for (const word of branch.words.keys()) {
        const known = byWord.get(word);
        known?.branches.delete(branch);
        if (known?.branches.size === 0) byWord.delete(word);
      }
      for (const word of branch.nameWords) {
        const named = byName.get(word);
        named?.delete(branch);
        if (named?.size === 0) byName.delete(word);
      }
    },
    /** The branches that a topic names, or with which it shares rare words. `uses`: how many thoughts have a word. */
    matches(topic: ReadonlySet<string>, uses: ReadonlyMap<string, number>): Map<B, WordMatch> {
      const matches = new Map<B, WordMatch>();
      for (const word of topic) {
        const known = byWord.get(word);
        if (!known) continue;
        for (const branch of byName.get(word) ?? []) matchIn(matches, branch).named++;
        const all = uses.get(word) ?? 0;
        if (all - known.most > RARE) continue;
        for (const branch of known.branches) {
          const count = branch.words.get(word)!;
          const others = all - count;
          if (others > RARE) continue;
          const match = matchIn(matches, branch);
          if (others <= 1) match.alone++;
          match.hits += count >= 2 && others < count ? 2 : 1;
        }
      }
      return matches;
    },
  };
}
