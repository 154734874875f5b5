import { stem } from "../../src/store/words/stem.ts";
import { forEachToken } from "../../src/store/words/tokens.ts";
import { wordsOf } from "../../src/store/words.ts";
import type { RecallQuestion, RecallSession } from "./recall-set.ts";

const K1 = 1.2;
const B = 0.75;

interface Doc {
  readonly sessionId: string;
  readonly seq: number;
  readonly project: string;
  readonly source: string;
  readonly tags: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * Plain BM25 over the same thoughts and stems, with the same filters on sessions, as a standard search engine ranks.
 */
export function createBm25(sessions: readonly RecallSession[]) {
  const docs = sessions.flatMap(({ id, project, source = "thoughtbox", tags, thoughts }) =>
    thoughts.map(({ content }, index): Doc => {
      const counts = new Map<string, number>();
      let length = 0;
      forEachToken(content, (token) => {
        const word = stem(token);
        counts.set(word, (counts.get(word) ?? 0) + 1);
        length++;
      });
      return { sessionId: id, seq: index + 1, project, source, tags, counts, length };
    }),
  );
  const average = docs.reduce((sum, { length }) => sum + length, 0) / docs.length;
  const containing = (word: string) => docs.filter(({ counts }) => counts.has(word)).length;
  return ({ text, filter }: RecallQuestion): readonly Doc[] => {
    const words = wordsOf(text).map((word) => ({ word, count: containing(word) }));
    const wantedTags = (filter.tags ?? []) as readonly string[];
    return docs
      .filter(({ project }) => filter.project === undefined || project === filter.project)
      .filter(({ sessionId }) => filter.sessionId === undefined || sessionId === filter.sessionId)
      .filter(({ source }) => filter.source === undefined || source === filter.source)
      .filter(({ tags }) => wantedTags.every((tag) => tags.includes(tag)))
      .map((doc) => {
        let score = 0;
        for (const { word, count } of words) {
          const often = doc.counts.get(word) ?? 0;
          const weight = Math.log(1 + (docs.length - count + 0.5) / (count + 0.5));
          score += (weight * often * (K1 + 1)) / (often + K1 * (1 - B + (B * doc.length) / average));
        }
        return { doc, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 20)
      .map(({ doc }) => doc);
  };
}
