import { questionOf } from "../speaker.ts";
import type { Statement } from "./branch-ends.ts";
import type { Read, ReadThought } from "./candidate.ts";

/** Words that name an aim, that want something, and that set its bounds. */
const NAMED =
  /\b(?:goals?|aims?|objectives?|purpose|the task|the whole job|the deal|mission|target|assignment|(?:is|are|was) (?:intended|meant|supposed|asked) to|succeed if|(?:done|finished|good enough|over) when|success (?:means|is|looks)|the point of|the question (?:is|to answer)|what counts|promised|commissioned|(?:i|we) owe|what (?:i|we|they|he|she)(?:'d| would)? (?:want|need|like|love|hope|am after|are after))\b/i;
const WANTED =
  /\b(?:(?:i|we|they)(?:'d| would)? (?:want|need|like|love|hope|have) (?:\w{1,15} )?to|asks? (?:me|us) to|asking (?:me|us) to|(?:wants?|asked|expects?|hopes?|needs?) (?:me|us|it|that)|so that|in order to|be able to|has to|have to|must|needs? to be|looking for|find out|figure out|work out|make sure|idea is)\b/i;
const DEADLINE =
  /\b(?:by (?:the|next|end|mid|then|\d|monday|friday|easter|christmas|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|september|october|november|december)|before (?:the|\d|we|they|it)|until|deadline|in time for|no later than|this (?:week|month|year|season|quarter))\b/i;
const LIMIT =
  /\b(?:budget|within|without|at most|at least|under|less than|more than|below|above|from \d\S* to|zero|every|all|none|no)\b/i;
/** How many thoughts of the main line may state the aim, and how many sentences of each. */
const THOUGHTS = 12;
const SENTENCES = 12;
/** The first thought is where most sessions say it. */
const FIRST = 2;
const LATER = 0.2;
const ASKED = 4;
/** A longer sentence needs no other beside it. */
const LONG = 100;

/** What a session is for, and the sentences of the thought that says so. */
export interface Goal extends Statement {
  readonly sentences: readonly string[];
}

interface Aim {
  readonly read: ReadThought;
  readonly text: string;
  readonly worth: number;
  readonly isQuestion?: boolean;
}

/** Finds what a session is for: where its first thoughts name an aim, or in the highest number if it counts down. */
export function followDirection() {
  let highest: ReadThought | undefined;
  let best: Aim | undefined;
  let before: number | undefined;
  let [steps, seen] = [0, 0];
  let isOnBranch = false;
  return {
    see(read: ReadThought): void {
      // A tool call says nothing.
      if (read.sentences.length === 0) return;
      const { branchId, isRevision, number } = read.thought;
      if (best === undefined || (isOnBranch && branchId === undefined)) {
        isOnBranch = branchId !== undefined;
        best = aimOf(read, FIRST);
        seen = 1;
      } else if (branchId === undefined && !isRevision && seen < THOUGHTS) {
        const aim = aimOf(read, -LATER * seen++);
        if (aim.worth > best.worth) best = aim;
      }
      if (branchId !== undefined || isRevision) return;
      if (before !== undefined) steps += Math.sign(number - before);
      before = number;
      if (highest === undefined || number > highest.thought.number) highest = read;
    },
    goal(): Goal | undefined {
      const aim = steps < 0 && highest ? aimOf(highest, FIRST) : best;
      if (!aim) return undefined;
      const [begin = ""] = aim.read.sentences.map(({ text }) => text);
      const text =
        aim.isQuestion === true || aim.text === begin || aim.text.length > LONG
          ? aim.text
          : `${aim.text} ${begin}`;
      const { seq, number, branchId } = aim.read.thought;
      return {
        // Concatenation copies the piece: a mere slice would keep a megabyte alive.
        text: `${text.slice(0, 500)}${text.length > 500 ? "…" : ""}`,
        seq,
        thoughtNumber: number,
        branchId,
        sentences:
          aim.isQuestion === true ? [text] : aim.read.sentences.slice(0, SENTENCES).map((one) => one.text),
      };
    },
  };
}

/** The question that a thought answers; else its sentence that names an aim most plainly, or its first. */
function aimOf(read: ReadThought, bonus: number): Aim {
  const question = questionOf(read.thought);
  if (question !== undefined) return { read, text: question, worth: bonus + ASKED, isQuestion: true };
  let best: Aim = { read, text: read.sentences[0]?.text ?? "", worth: bonus };
  for (const sentence of read.sentences.slice(0, SENTENCES)) {
    const worth = bonus + worthOf(sentence);
    if (worth > best.worth) best = { read, text: sentence.text, worth };
  }
  return best;
}

function worthOf({ text, reading }: Read): number {
  if (reading.isHypothetical || reading.acts.watch >= 4) return 0;
  const bounds = (DEADLINE.test(text) ? 1.2 : 0) + (LIMIT.test(text) ? 0.6 : 0);
  const says = (NAMED.test(text) ? 3 : 0) + (WANTED.test(text) ? 2 : 0);
  // A deadline with a limit is an aim, even where no word says so.
  return says > 0 ? says + bounds : bounds >= 1.8 && reading.specifics >= 1 ? 2.4 : bounds / 2;
}
