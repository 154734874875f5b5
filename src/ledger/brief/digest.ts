import { BoundedMap } from "../../primitives/bounded-map.ts";
import type { Thought } from "../thought.ts";
import { type Best, type Finding, keepBest } from "./best.ts";
import { type Branch, followBranches } from "./branches.ts";
import { cuesOf, mayHaveCues } from "./cues.ts";
import { sentencesOf } from "./sentences.ts";

/**
 * The maximum number of findings of each kind, and how many thoughts back a revision can quote the thought it corrects.
 */
const KEPT = 24;
const REMEMBERED = 2000;
/** How many of the last thoughts may name the next step. */
const LATEST = 3;

/** The findings of one pass over a session. */
export interface Digest {
  readonly thoughts: number;
  readonly revisions: number;
  readonly branchCount: number;
  readonly goal?: Finding | undefined;
  readonly next?: Finding | undefined;
  readonly last?: Thought | undefined;
  readonly decided: readonly Finding[];
  readonly dropped: readonly Finding[];
  readonly open: readonly Finding[];
  readonly branches: readonly Branch[];
}

/** Reads a session once, in order, in bounded memory. */
export async function digest(thoughts: Iterable<Thought> | AsyncIterable<Thought>): Promise<Digest> {
  const decided = keepBest(KEPT);
  const dropped = keepBest(KEPT);
  const open = keepBest(KEPT * 4);
  const branches = followBranches();
  const direction = followDirection();
  const gists = new BoundedMap<string, string>(REMEMBERED, "insertion");
  const latest: Thought[] = [];
  let [count, revisions] = [0, 0];

  for await (const thought of thoughts) {
    count++;
    branches.see(thought);
    direction.see(thought);
    latest.push(thought);
    if (latest.length > LATEST) latest.shift();
    if (thought.isRevision) {
      revisions++;
      takeBack([decided, dropped, open], thought);
      const gist = gists.get(thought.revisesId ?? "");
      if (gist !== undefined)
        dropped.add({
          ...finding(thought, `${gist} — revised in #${thought.number}`, 2),
          number: thought.revises!,
        });
      const correction = gistOf(thought);
      const weight = Math.max(2, cuesOf(correction).decides + 1);
      decided.add(finding(thought, `Corrects #${thought.revises}: ${correction}`, weight));
    }
    answer(open, thought);
    sort(thought, decided, dropped, open);
    gists.set(thought.id, gistOf(thought).slice(0, 300));
  }
  const goal = direction.goal();
  const last = latest.at(-1);
  return {
    thoughts: count,
    revisions,
    branchCount: branches.count(),
    goal: goal && finding(goal, gistOf(goal), 0),
    next: last && nextStep(latest),
    last,
    decided: decided.list(),
    dropped: dropped.list(),
    open: open.list(),
    branches: branches.list(),
  };
}

/** A revised thought no longer decides, drops or asks anything. */
function takeBack(kinds: readonly Best[], { revisesId }: Thought): void {
  for (const kind of kinds) kind.remove(({ thoughtId }) => thoughtId === revisesId);
}

/** A question is answered if a later thought of its branch names its number. */
function answer(open: Best, { content, branchId, seq }: Thought): void {
  if (!/\d/.test(content)) return;
  const cited = new Set(
    [...content.slice(0, 20_000).matchAll(/(?:#|\bthought\s+#?)(\d{1,9})\b/gi)].map((match) =>
      Number(match[1]),
    ),
  );
  if (cited.size > 0)
    open.remove(
      (question) => question.branchId === branchId && question.seq < seq && cited.has(question.number),
    );
}

function sort(thought: Thought, decided: Best, dropped: Best, open: Best): void {
  const isFinal = !thought.nextThoughtNeeded;
  if (!isFinal && !mayHaveCues(thought.content)) return;
  const sentences = sentencesOf(thought.content);
  let hasDecided = false;
  for (const [index, sentence] of sentences.entries()) {
    const { decides, drops, asks } = cuesOf(sentence);
    // The first sentence of a revision is already there as its correction.
    if (thought.isRevision && index === 0) hasDecided = true;
    else if (decides > 0) {
      decided.add(finding(thought, sentence, decides + (isFinal ? 2 : 0)));
      hasDecided = true;
    }
    if (drops > 0) dropped.add(finding(thought, sentence, drops));
    // A question that the same thought continues from is often answered there.
    if (asks > 0) open.add(finding(thought, sentence, asks - (index < sentences.length - 1 ? 1 : 0)));
  }
  const conclusion = sentences[0];
  if (isFinal && !hasDecided && conclusion !== undefined) decided.add(finding(thought, conclusion, 4));
}

/** The plan of the last thought: what it calls next, else what one just before it did, else how it ends. */
function nextStep(latest: readonly Thought[]): Finding {
  const last = latest.at(-1)!;
  const read = latest.map((thought) => ({ thought, sentences: sentencesOf(thought.content) })).reverse();
  for (const { thought, sentences } of read) {
    const named = sentences.findLast((sentence) => cuesOf(sentence).plans === 2);
    if (named !== undefined) return finding(thought, named, 0);
  }
  const ending = read[0]!.sentences;
  const planned = ending.findLast((sentence) => cuesOf(sentence).plans > 0);
  return finding(last, planned ?? ending.at(-1) ?? "", 0);
}

/** The thought that states what a session is for: its first, or the highest number if it counts down. */
function followDirection() {
  let [first, highest, before]: (Thought | undefined)[] = [];
  let steps = 0;
  return {
    see(thought: Thought): void {
      if (first === undefined || (first.branchId !== undefined && thought.branchId === undefined))
        first = thought;
      if (thought.branchId !== undefined || thought.isRevision) return;
      if (before) steps += Math.sign(thought.number - before.number);
      before = thought;
      if (highest === undefined || thought.number > highest.number) highest = thought;
    },
    goal: (): Thought | undefined => (steps < 0 ? highest : first),
  };
}

function gistOf({ content }: Thought): string {
  // Concatenation copies the piece: a mere slice would keep a megabyte alive.
  return sentencesOf(content.length > 2000 ? `${content.slice(0, 2000)}\n` : content)[0] ?? "";
}

function finding(thought: Thought, text: string, weight: number): Finding {
  const { id, number, branchId, seq } = thought;
  return { text, thoughtId: id, number, branchId, seq, weight };
}
