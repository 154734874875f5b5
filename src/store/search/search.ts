import { type Fact, pace, type Thought } from "../../ledger/index.ts";
import type { RecallKind, SearchHit, SearchQuery } from "../port.ts";
import { snippetOf } from "../snippet.ts";
import type { Candidate, CandidateSource, Neighbour } from "./candidates.ts";
import { type Collected, collect } from "./collect.ts";
import { DIRECT, type Question, readQuestion } from "./concepts.ts";
import { hasSign, mayState } from "./intent.ts";
import { createCompare } from "./meaning.ts";
import { byScore, demoteRepeated, type Prepared, prepare, type Ranked, rank } from "./rank.ts";
import { thoughtFacts } from "./thought-facts.ts";
import { wordVectors } from "./word-vectors.ts";

/** The default and the maximum number of hits. */
const USUAL_HITS = 20;
const MOST_HITS = 200;
/** How many sessions, and how many thoughts of each, are read for facts of the kind that a question asks for. */
const FACT_SESSIONS = 3;
const FACT_THOUGHTS = 50;
/** How many of the newest thoughts are read for facts if the question names no subject. */
const FACT_NEWEST = 200;
/** From how many of the best thoughts facts are inferred, also for questions that only name a kind of fact. */
const INFERRED = 40;
const INFERRED_OF_KIND = 50;
/** How many of the best hits are checked for revisions. */
const REVISED = 40;
/** How many of the best thoughts add their neighbours as candidates, up to what distance, and the score that prevents it. */
const WITH_NEIGHBOURS = 12;
const NEAR = 2;
const CERTAIN = 0.85;
/** How far a thought's predecessor and successor are searched. */
const REACH = 8;

/** Finds the thoughts that answer a question, the same way for every store. */
export async function searchThoughts(
  query: SearchQuery,
  open: () => Promise<CandidateSource | undefined>,
): Promise<SearchHit[]> {
  const asked = readQuestion(query.text);
  if (asked.concepts.length === 0) return [];
  const source = await open();
  if (!source) return [];
  const collected = await collect(source, asked.concepts);
  const { concepts } = collected;
  const compare = createCompare(concepts, await wordVectors());
  const question = withKind({ ...asked, concepts, compare }, query);
  const prepared = await prepareAll(await source.read(collected.positions), question, collected);
  await addNeighbours(source, prepared, question, collected);
  if (question.intent.kinds.size > 0) await addFacts(source, prepared, question, collected, query.kind);
  await inferFacts(prepared, question, collected, query.kind);
  const ranked = demoteRepeated(oneWord(rank(prepared, question, collected.weights), question)).filter(
    isOfKind(query.kind, prepared),
  );
  const limit = Math.max(0, Math.min(query.limit ?? USUAL_HITS, MOST_HITS));
  const ordered = await withRevisions(source, ranked, question, collected, limit, query.kind);
  const best = ordered.slice(0, limit);
  const near = await source.around(
    best.map(({ candidate }) => candidate.thought),
    REACH,
  );
  const hits: SearchHit[] = [];
  for (const one of best) {
    hits.push(await hitOf(source, one, near));
    await pace();
  }
  return hits;
}

/** A filter on a kind of fact counts as a question for it; within one session, for all facts of the kind. */
function withKind(question: Question, { kind, sessionId }: SearchQuery): Question {
  if (kind === undefined || kind === "thought" || kind === "note") return question;
  const kinds = new Map([...question.intent.kinds, [kind, 1] as const]);
  return { ...question, intent: { ...question.intent, kinds }, listsFacts: sessionId !== undefined };
}

/** Reads the words of candidates, and the facts that are stored. */
async function prepareAll(
  candidates: readonly Candidate[],
  question: Question,
  collected: Collected,
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const candidate of candidates) {
    prepared.push(prepare(candidate, question, collected));
    await pace();
  }
  return prepared;
}

/** Infers facts from the best thoughts: it takes longer than everything else together. */
async function inferFacts(
  prepared: readonly Prepared[],
  question: Question,
  { weights }: Collected,
  kind: RecallKind | undefined,
): Promise<void> {
  const most = kind === undefined ? INFERRED : INFERRED_OF_KIND;
  const best = new Set(
    rank(prepared, question, weights)
      .slice(0, most)
      .map(({ candidate }) => candidate.position),
  );
  for (const one of prepared) {
    if (!best.has(one.candidate.position) || one.facts) continue;
    one.facts = await thoughtFacts(one.candidate.thought, one.candidate.facts, kind);
    await pace();
  }
}

/** Adds the neighbours of the best thoughts, which may contain the answer without a word of the question. */
async function addNeighbours(
  source: CandidateSource,
  prepared: Prepared[],
  question: Question,
  collected: Collected,
): Promise<void> {
  const best = rank(prepared, question, collected.weights).slice(0, WITH_NEIGHBOURS);
  const found = collected.weights.filter((weight) => weight > 0).length;
  if (found < 2 || best.length === 0) return;
  // Words that no thought contains are part of the question too.
  if ((best[0]!.coverage * found) / question.concepts.length > CERTAIN) return;
  const near = await source.around(
    best.map(({ candidate }) => candidate.thought),
    NEAR,
  );
  await addUnread(
    source,
    prepared,
    question,
    collected,
    near.map(({ position }) => position),
  );
}

/** Reads and prepares thoughts that are not among the prepared ones. */
async function addUnread(
  source: CandidateSource,
  prepared: Prepared[],
  question: Question,
  collected: Collected,
  positions: readonly number[],
): Promise<void> {
  const known = new Set(prepared.map(({ candidate }) => candidate.position));
  const unread = [...new Set(positions)].filter((position) => !known.has(position));
  prepared.push(...(await prepareAll(await source.read(unread), question, collected)));
}

/**
 * Adds the facts of the best sessions that share no word with the question: "what did we decide about the trip?" is
 * answered by a thought that does not name the trip.
 */
async function addFacts(
  source: CandidateSource,
  prepared: Prepared[],
  question: Question,
  collected: Collected,
  kind: RecallKind | undefined,
): Promise<void> {
  const positions: number[] = [];
  if (question.isOnlyKind || question.listsFacts) positions.push(...(await source.newest(FACT_NEWEST)));
  for (const sessionId of bestSessions(rank(prepared, question, collected.weights)))
    positions.push(...(await source.newest(FACT_THOUGHTS, sessionId)));
  const known = new Set(prepared.map(({ candidate }) => candidate.position));
  const unread = [...new Set(positions)].filter((position) => !known.has(position));
  for (const candidate of await source.read(unread)) {
    const { thought, facts } = candidate;
    if (facts.length === 0 && !mayState(thought.content, question.intent.kinds.keys())) continue;
    const one = prepare(candidate, question, collected);
    one.facts = await thoughtFacts(thought, facts, kind);
    if (one.facts.some((fact) => question.intent.kinds.has(fact.kind))) prepared.push(one);
    await pace();
  }
}

/** The sessions whose three best thoughts score the highest together. */
function bestSessions(ranked: readonly Ranked[]): string[] {
  const scores = new Map<string, { sum: number; count: number }>();
  for (const { candidate, score } of ranked) {
    const known = scores.get(candidate.thought.sessionId) ?? { sum: 0, count: 0 };
    if (known.count < 3)
      scores.set(candidate.thought.sessionId, { sum: known.sum + score, count: known.count + 1 });
  }
  return [...scores]
    .sort(([, a], [, b]) => b.sum - a.sum)
    .slice(0, FACT_SESSIONS)
    .map(([id]) => id);
}

/** If the only word of a question occurs, thoughts with a synonym alone are not hits. */
function oneWord(ranked: readonly Ranked[], { concepts, isOnlyKind, listsFacts }: Question): Ranked[] {
  const isDirect = ({ coverage }: Ranked): boolean => coverage >= DIRECT;
  return concepts.length === 1 && !isOnlyKind && !listsFacts && ranked.some(isDirect)
    ? ranked.filter(isDirect)
    : [...ranked];
}

/** Whether a thought states a fact of the kind. One without any fact passes if it has words that usually state one. */
function isOfKind(kind: RecallKind | undefined, prepared: readonly Prepared[]): (one: Ranked) => boolean {
  if (kind === undefined || kind === "thought" || kind === "note") return () => true;
  const read = new Map(prepared.map((one) => [one.candidate.position, one]));
  return ({ candidate }) => {
    const { facts, document } = read.get(candidate.position)!;
    if (!facts) return false;
    return facts.length === 0 ? hasSign(kind, document.places) : hasKind(kind, facts);
  };
}

function hasKind(kind: RecallKind, facts: readonly Fact[]): boolean {
  return facts.some((fact) => fact.kind === kind);
}

/** Puts each revision before the thought that it revises, and adds revisions without a word of the question. */
async function withRevisions(
  source: CandidateSource,
  ranked: Ranked[],
  question: Question,
  collected: Collected,
  limit: number,
  kind: RecallKind | undefined,
): Promise<Ranked[]> {
  const best = ranked.slice(0, Math.min(REVISED, limit));
  if (best.length === 0) return ranked;
  const positions = await source.revisionsOf(best.map(({ candidate }) => candidate.thought));
  const known = new Map(ranked.map((one) => [one.candidate.position, one]));
  const unread = positions.filter((position) => !known.has(position));
  const added = await prepareAll(await source.read(unread), question, collected);
  for (const one of added) one.facts = await thoughtFacts(one.candidate.thought, one.candidate.facts, kind);
  const all = [...ranked];
  for (const one of added) {
    if (kind !== undefined && kind !== "thought" && !hasKind(kind, one.facts ?? [])) continue;
    const fresh: Ranked = {
      candidate: one.candidate,
      score: 0,
      words: [],
      fieldWords: [],
      neighbourWords: [],
      similarWords: [],
      stems: new Set(),
      fact: one.facts?.[0],
      coverage: 0,
    };
    all.push(fresh);
    known.set(one.candidate.position, fresh);
  }
  const byId = new Map(
    all.map((one) => [`${one.candidate.thought.sessionId} ${one.candidate.thought.id}`, one]),
  );
  for (const one of all.toSorted((a, b) => b.candidate.position - a.candidate.position)) {
    const { sessionId, revisesId } = one.candidate.thought;
    const revised = revisesId === undefined ? undefined : byId.get(`${sessionId} ${revisesId}`);
    if (revised && revised.score >= one.score)
      [one.score, revised.score] = [revised.score, revised.score * 0.98];
  }
  return all.sort(byScore);
}

async function hitOf(source: CandidateSource, one: Ranked, near: readonly Neighbour[]): Promise<SearchHit> {
  const { candidate, score, stems, fact } = one;
  const content = candidate.isWhole ? candidate.thought.content : await source.content(candidate.position);
  const thought = { ...candidate.thought, content };
  const { title, project } = candidate.session;
  return {
    thought,
    title,
    project,
    snippet: snippetOf(content, stems),
    score,
    why: whyOf(one),
    ...(fact && { fact }),
    neighbours: neighboursOf(thought, near),
  };
}

/** Why a thought is a hit, in a few words. */
function whyOf({ candidate, words, similarWords, fieldWords, neighbourWords, fact }: Ranked): string {
  const parts = [
    words.length > 0 ? `words: ${words.join(", ")}` : "",
    similarWords.length > 0 ? `similar to: ${similarWords.join(", ")}` : "",
    fieldWords.length > 0 ? `title, tags, project or branch: ${fieldWords.join(", ")}` : "",
    neighbourWords.length > 0 ? `next to: ${neighbourWords.join(", ")}` : "",
    fact ? `fact: ${fact.kind.replace("_", " ")}` : "",
    candidate.thought.revises === undefined ? "" : `revises #${candidate.thought.revises}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** The numbers of the thoughts before and after a thought on its line of reasoning. */
function neighboursOf(thought: Thought, near: readonly Neighbour[]): number[] {
  const ofSession = near.filter(({ sessionId }) => sessionId === thought.sessionId);
  const before = ofSession.find(({ id }) => id === thought.parentId);
  const after = ofSession.find(({ parentId, seq }) => parentId === thought.id && seq > thought.seq);
  return [before, after].flatMap((one) => (one ? [one.number] : []));
}
