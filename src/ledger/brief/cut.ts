import { actsOf, readSentence } from "../facts/reading.ts";
import { topicOf } from "../facts/words.ts";

/** Words in front of a statement that a summary can do without. */
const FILLERS =
  /^(?:(?:so|therefore|thus|hence|and|but|ok|okay|well|hmm|right|actually|also|now|then|still|in the end|in short|i think|i believe|it seems|as it turns out|turns out|(?:i|we) (?:had )?(?:tried|considered|thought about|looked into|experimented with)),? (?:that )?)(?=\S)/i;

/** A statement without the words in front of it that a summary can do without. */
export function withoutFiller(text: string): string {
  const rest = text.replace(FILLERS, "");
  return rest === text || rest === "" ? text : `${rest[0]!.toUpperCase()}${rest.slice(1)}`;
}

/**
 * Cuts a text to `most` bytes: its clauses are taken in order of importance, word by word. A greater `most` never loses a
 * word that a smaller one keeps.
 */
export function cutAround(text: string, spans: readonly Span[], most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const words = [...text.matchAll(/\S{1,80}/g)].map(({ 0: word, index }) => ({
    index,
    end: index + word.length,
    bytes: Buffer.byteLength(word) + 1,
    rank: rankOf(index, spans),
  }));
  const order = words.toSorted((a, b) => a.rank - b.rank || a.index - b.index);
  let room = most - 4;
  const kept = new Set<number>();
  for (const { index, bytes } of order) {
    room -= bytes;
    if (room < 0) break;
    kept.add(index);
  }
  if (kept.size === 0) return `${[...text].slice(0, Math.max(1, Math.floor(most / 4))).join("")}…`;
  let out = "";
  let isGap = false;
  for (const { index, end } of words)
    if (kept.has(index)) {
      const gap = isGap ? (out === "" ? "…" : "… ") : out === "" ? "" : " ";
      out += `${gap}${text.slice(index, end)}`;
      isGap = false;
    } else isGap = true;
  return isGap ? `${out}…` : out;
}

/** A clause of a text, in characters, and how much it matters. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** The place of a word's clause among the clauses, the weightiest first. */
function rankOf(index: number, spans: readonly Span[]): number {
  const own = spans.findIndex(
    ({ from, to }, at) =>
      index >= (at === 0 ? 0 : from) && index < Math.max(to, spans[at + 1]?.from ?? Infinity),
  );
  const weight = spans[own]?.weight ?? 0;
  return spans.filter((span, at) => span.weight > weight || (span.weight === weight && at < own)).length;
}

/** The clauses of a text; what commits, abandons or asks matters more, and so do names and numbers. */
export function spansOf(text: string): readonly Span[] {
  return readSentence(text).clauses.map((clause) => {
    const { from, to } = clause;
    const acts = actsOf(clause);
    const piece = text.slice(from, to);
    const act = Math.max(acts.commit, acts.abandon, acts.doubt, acts.plan, acts.result, acts.fail);
    const numbers = Math.min(2, piece.match(/\d{1,20}/g)?.length ?? 0);
    return { from, to, weight: 0.5 * act + 0.35 * Math.min(6, topicOf(piece).size) + 0.4 * numbers };
  });
}
