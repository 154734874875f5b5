import type { Thought } from "../thought.ts";
import { type BranchEnd, followBranches } from "./branch-ends.ts";
import type { Candidate, Read, ReadThought } from "./candidate.ts";
import { followCourse } from "./course.ts";
import { withDeclaredEnds } from "./declared-ends.ts";
import { followDirection, type Goal } from "./direction.ts";
import type { Fact } from "./fact.ts";
import type { BranchCourse } from "./fate.ts";
import { formsOf } from "./grammar.ts";
import { inferFacts } from "./infer.ts";
import { mergeCandidates } from "./merge.ts";
import { followOptions } from "./options.ts";
import { followQuestions } from "./questions.ts";
import type { Weights } from "./read-weights.ts";
import { readTokens } from "./reading.ts";
import { countRuns, runsOf } from "./routine.ts";
import { saidIn } from "./said.ts";
import { factWeights } from "./salience.ts";
import { sentencesOf } from "./sentences.ts";
import { tokensOf } from "./tokens.ts";
import { topicIn } from "./words.ts";

/** How many candidates are kept of a long session, evenly over its length, and over how many stretches. */
const KEPT = 3000;
const STRETCHES = 20;

/** All that one pass over a session finds. */
export interface Findings {
  readonly thoughts: number;
  readonly revisions: number;
  readonly branchCount: number;
  readonly goal?: Goal | undefined;
  readonly last?: Thought | undefined;
  /** Facts and notes, the weightiest first. */
  readonly candidates: readonly Candidate[];
  readonly branches: readonly BranchEnd[];
  /** What is known of each branch. */
  readonly courses: ReadonlyMap<string, BranchCourse>;
  /** How rare a word is among the thoughts, by its stem, from 0 to 1. */
  readonly rarity: (stem: string) => number;
}

/** How a session is read. */
export interface FactOptions {
  /** The thoughts are a part of a session: none of them is its goal. */
  readonly isPart?: boolean;
  /** Other weights than the fitted ones. */
  readonly weights?: Weights;
  readonly fates?: Weights;
}

/**
 * Finds only how the branches of a session ended, with the same result as `followFacts` in half the time. Reads thought
 * by thought, in order, in bounded memory.
 */
export function followBranchEnds() {
  const { runs, branches } = followEnds(factWeights());
  return {
    see(thought: Thought): void {
      const read = readThought(thought);
      branches.see(read);
      for (const sentence of read.sentences) runs.see(sentence.runs);
    },
    ends: (declared: readonly Fact[]): readonly BranchEnd[] => withDeclaredEnds(branches.list(), declared),
  };
}

/** The branches of a session, and the sentences that it repeats. */
function followEnds(weights: Weights, fates?: Weights) {
  const runs = countRuns();
  return { runs, branches: followBranches((own) => runs.routine(own) > 0.5, weights, fates) };
}

/** Reads a session thought by thought, in order, in bounded memory. */
export function followFacts(
  declared: readonly Fact[] = [],
  { isPart = false, weights = factWeights(), fates }: FactOptions = {},
) {
  const options = followOptions();
  const questions = followQuestions();
  const direction = followDirection();
  const course = followCourse();
  const { runs, branches } = followEnds(weights, fates);
  let candidates: Candidate[] = [];
  let [count, revisions] = [0, 0];
  let last: Thought | undefined;

  return {
    see(thought: Thought): void {
      count++;
      last = thought;
      const read = readThought(thought);
      direction.see(read);
      branches.see(read);
      for (const sentence of read.sentences) runs.see(sentence.runs);
      if (thought.isRevision) {
        revisions++;
        candidates = revise(candidates, read);
      }
      const cited = citedNumbers(thought.content);
      if (cited.size > 0) questions.cite(cited, thought.branchId, thought.seq);
      const around = new Set(read.sentences.flatMap(({ topic }) => [...topic]));
      questions.see(around);
      const own = course.see(read, around);
      const answers = new Set<string>();
      for (const sentence of read.sentences)
        if (questions.answer(sentence, thought.seq)) answers.add(sentence.text);
      if (answers.size === 0 && questions.settle(read.sentences, thought.seq))
        for (const { text, reading } of read.sentences) if (reading.acts.doubt < 2) answers.add(text);
      for (const candidate of inferFacts(read, options, weights)) {
        const isAnswer = answers.has(candidate.text) || answers.has(candidate.reason ?? "");
        const placed = { ...candidate, course: own };
        const kept = isAnswer && candidate.kind !== "open" ? answering(placed) : placed;
        candidates.push(kept);
        if (kept.kind === "open") questions.ask(kept, around);
      }
      if (candidates.length > 2 * KEPT) candidates = thin(candidates, runs, last.seq);
    },
    findings(): Findings {
      const ends = withDeclaredEnds(branches.list(), declared);
      const goal = isPart ? undefined : direction.goal();
      return {
        thoughts: count,
        revisions,
        branchCount: branches.count(),
        goal,
        last,
        branches: ends,
        courses: branches.courses(),
        rarity: branches.rarity,
        candidates: mergeCandidates(candidates, {
          declared,
          branches: ends,
          lastSeq: last?.seq ?? 0,
          isFinal: last?.nextThoughtNeeded === false,
          goal,
          routine: runs.routine,
          rarity: branches.rarity,
          isAnswered: questions.isAnswered,
          weights,
          courseOf: course.featuresOf,
        }),
      };
    },
  };
}

export function readThought(thought: Thought): ReadThought {
  const sentences = sentencesOf(saidIn(thought)).map((sentence): Read => {
    const tokens = tokensOf(sentence.text);
    return {
      text: sentence.text,
      isItem: sentence.isItem,
      heading: sentence.heading,
      label: sentence.label,
      begins: sentence.begins,
      tokens,
      reading: readTokens(sentence.text, tokens),
      forms: formsOf(tokens),
      topic: topicIn(tokens),
      runs: runsOf(tokens),
    };
  });
  return { thought, sentences };
}

/** A revised thought states nothing any more; what replaces it says so. */
function revise(candidates: readonly Candidate[], { thought, sentences }: ReadThought): Candidate[] {
  const old = candidates.find(({ thoughtId, kind }) => thoughtId === thought.revisesId && kind !== "noted");
  const kept = candidates.filter(({ thoughtId }) => thoughtId !== thought.revisesId);
  const first = sentences.find(({ reading }) => !reading.isQuestion) ?? sentences[0];
  if (!first) return kept;
  if (old)
    kept.push({
      ...old,
      kind: "dead_end",
      text: `${old.text} — revised in #${thought.number}`,
      weight: 2.5,
      mayState: false,
    });
  kept.push({
    kind: "decision",
    text: `Corrects #${thought.revises}: ${first.text}`,
    was: old?.text,
    weight: Math.max(3, first.reading.acts.commit + 1),
    origin: "inferred",
    thoughtId: thought.id,
    seq: thought.seq,
    at: 0,
    number: thought.number,
    branchId: thought.branchId,
    topic: first.topic,
    runs: [],
  });
  return kept;
}

function answering(candidate: Candidate): Candidate {
  return { ...candidate, kind: "answered", weight: Math.max(2.6, candidate.weight + 0.5) };
}

function citedNumbers(content: string): ReadonlySet<number> {
  if (!/\d/.test(content)) return new Set();
  const found = content.slice(0, 20_000).matchAll(/(?:#|\bthought\s{1,9}#?)(\d{1,9})\b/gi);
  return new Set([...found].map((match) => Number(match[1])));
}

/** Keeps the best candidates of each stretch of the session, so that late ones do not crowd out early ones. */
function thin(
  candidates: readonly Candidate[],
  runs: ReturnType<typeof countRuns>,
  lastSeq: number,
): Candidate[] {
  const stretches = Array.from({ length: STRETCHES }, (): Candidate[] => []);
  for (const candidate of candidates)
    stretches[Math.min(STRETCHES - 1, Math.floor((candidate.seq / (lastSeq + 1)) * STRETCHES))]!.push(
      candidate,
    );
  return stretches.flatMap((stretch) =>
    stretch
      .map((one) => ({ one, worth: one.weight - (one.kind === "noted" ? 2 : 0.5) * runs.routine(one.runs) }))
      .toSorted((a, b) => b.worth - a.worth)
      .slice(0, KEPT / STRETCHES)
      .map(({ one }) => one)
      .toSorted((a, b) => a.seq - b.seq),
  );
}
