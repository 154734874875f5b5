import { questionOf } from "../speaker.ts";
import type { Statement } from "./branch-ends.ts";
import type { ReadThought } from "./candidate.ts";

const AIM =
  /\b(?:goals?|aims?|tasks?|objective|purpose|want|wants|need|needs|find out|figure out|must|has to|have to|looking for|after is|budget|until|idea is|deadline|make sure)\b/i;

/** Finds what a session is for: in its first thought, or in the highest number if it counts down. */
export function followDirection() {
  let [first, highest]: (ReadThought | undefined)[] = [];
  let before: number | undefined;
  let steps = 0;
  return {
    see(read: ReadThought): void {
      // A tool call says nothing.
      if (read.sentences.length === 0) return;
      const { branchId, isRevision, number } = read.thought;
      if (first === undefined || (first.thought.branchId !== undefined && branchId === undefined))
        first = read;
      if (branchId !== undefined || isRevision) return;
      if (before !== undefined) steps += Math.sign(number - before);
      before = number;
      if (highest === undefined || number > highest.thought.number) highest = read;
    },
    goal(): Statement | undefined {
      const read = steps < 0 ? highest : first;
      return read && aimOf(read);
    },
  };
}

/** The question that it answers; else the sentence that names an aim, or the first, with the first if both are short. */
function aimOf({ thought, sentences }: ReadThought): Statement {
  const question = questionOf(thought);
  const texts = question === undefined ? sentences.map(({ text }) => text) : [question];
  const aims = texts.slice(0, 12).filter((text) => AIM.test(text));
  const named = aims.find((text) => /\b(?:goal|aim|objective|task|purpose)\b/i.test(text)) ?? aims[0];
  const [begin = ""] = texts;
  const text = named === undefined || named === begin ? begin : `${named} ${begin}`;
  return {
    // Concatenation copies the piece: a mere slice would keep a megabyte alive.
    text: `${text.slice(0, 500)}${text.length > 500 ? "…" : ""}`,
    seq: thought.seq,
    thoughtNumber: thought.number,
    branchId: thought.branchId,
  };
}
