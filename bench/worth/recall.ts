import { readdirSync, readFileSync } from "node:fs";
import type { SearchQuery, Store } from "../../src/store/port.ts";
import { loadTextImports } from "../ledger.ts";
import type { Check, Table } from "../report.ts";
import { createBm25 } from "./bm25.ts";
import { outsideSessions } from "./outside-set.ts";
import { proseSessions } from "./prose-set.ts";
import { parseSession, type RecallQuestion, type RecallSession } from "./recall-set.ts";
import { wideSessions } from "./wide-set.ts";

const folder = new URL("recall/", import.meta.url);

/** The rank of the first right thought for each question; 0 if it is not among the first twenty. */
interface Asked extends RecallQuestion {
  readonly sessionId: string;
  readonly field: RecallSession["field"];
  readonly set: RecallSession["set"];
  readonly untouched?: boolean;
  readonly rank: number;
  readonly baseline: number;
  readonly first: string;
}

/** How often a question finds its thought among all sessions, by class, beside plain BM25 over the same thoughts. */
export async function measureRecall(): Promise<readonly Table[]> {
  const short = readSessions();
  const asked = await ask(short, short);
  const wide = await askWide();
  const prose = proseSessions();
  const outside = outsideSessions();
  return [
    tableOf(
      "development sessions",
      asked.filter(({ set }) => set === "development"),
    ),
    tableOf(
      "held-out sessions",
      asked.filter(({ set }) => set === "held out"),
    ),
    tableOf(
      "long sessions among noise, tuning half",
      wide.filter(({ untouched }) => !untouched),
    ),
    tableOf(
      "long sessions among noise, untouched half",
      wide.filter(({ untouched }) => untouched),
    ),
    tableOf("sessions in prose", await ask(prose, [...prose, ...amongNoise()])),
    tableOf("sessions of other authors", await ask(outside, [...outside, ...prose, ...amongNoise()])),
    await filterTable([...outside, ...prose], amongNoise()),
  ];
}

/** The questions of the wide set, asked in a ledger that also has the other sessions. */
export function askWide(): Promise<readonly Asked[]> {
  return ask(wideSessions(), amongNoise());
}

/** The sessions of the wide set and the short ones, in one ledger. */
function amongNoise(): readonly RecallSession[] {
  return [...wideSessions(), ...readSessions().map((session) => ({ ...session, id: `${session.id}-short` }))];
}

/** The same questions with filters, each within the session that has the answer: none may find fewer than without. */
async function filterTable(
  asking: readonly RecallSession[],
  noise: readonly RecallSession[],
): Promise<Table> {
  const all = [...asking, ...noise];
  const { intentOf } = await import("../../src/store/search/intent.ts");
  const ofKind = ({ text }: RecallQuestion): Partial<SearchQuery> => {
    const [kind] = intentOf(text).kinds.keys();
    return kind === undefined ? {} : { kind };
  };
  const filters: readonly [string, Narrow][] = [
    ["none", () => ({})],
    ["project", ({ project }) => ({ project })],
    ["session", ({ id }) => ({ sessionId: id })],
    ["kind", (_, question) => ofKind(question)],
    ["session and kind", ({ id }, question) => ({ sessionId: id, ...ofKind(question) })],
  ];
  const rows: string[][] = [];
  for (const [name, narrow] of filters) {
    const asked = await ask(asking, all, narrow);
    const ranks = asked.map(({ rank }) => rank);
    const intents = asked.filter(({ class: kind }) => kind === "intent").map(({ rank }) => rank);
    rows.push([name, ...metrics(ranks), ...metrics(intents)]);
  }
  return {
    title: "Recall with filters, sessions in prose and of other authors",
    note: "The questions with each filter that their answer has; `kind` is the first one that a question asks for.",
    columns: ["filter", "@1", "@5", "MRR", "intent @1", "@5", "MRR"],
    rows,
    checks: [],
  };
}

type Narrow = (session: RecallSession, question: RecallQuestion) => Partial<SearchQuery>;

async function ask(
  asking: readonly RecallSession[],
  sessions: readonly RecallSession[],
  narrow: Narrow = () => ({}),
): Promise<readonly Asked[]> {
  await loadTextImports();
  const { openStore } = await import("../../src/store/open.ts");
  const store = await openStore({ memory: true });
  try {
    for (const session of sessions) await fill(store, session);
    const bm25 = createBm25(sessions);
    const asked: Asked[] = [];
    for (const session of asking) {
      for (const question of session.questions) {
        const isRight = (sessionId: string, seq: number) =>
          sessionId === session.id && question.answers.includes(seq);
        const hits = await store.search({
          text: question.text,
          limit: 20,
          ...filterOf(question),
          ...narrow(session, question),
        });
        const rank = 1 + hits.findIndex(({ thought }) => isRight(thought.sessionId, thought.seq));
        const baseline = 1 + bm25(question).findIndex(({ sessionId, seq }) => isRight(sessionId, seq));
        asked.push({
          ...question,
          sessionId: session.id,
          field: session.field,
          set: session.set,
          rank,
          baseline,
          first: hits[0]?.thought.content ?? "",
        });
      }
    }
    return asked;
  } finally {
    await store.close();
  }
}

/** The sessions with their questions. */
export function readSessions(): RecallSession[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => parseSession(name.replace(".txt", ""), readFileSync(new URL(name, folder), "utf8")));
}

export async function fill(
  store: Store,
  { id, title, project, tags, thoughts, source = "thoughtbox" }: RecallSession,
): Promise<void> {
  const create = () => ({ title, project, tags, mode: "chain" as const });
  const branches = new Set<string>();
  for (const [index, { content, branch, from, revises }] of thoughts.entries()) {
    const isNew = branch !== undefined && !branches.has(branch);
    if (branch !== undefined) branches.add(branch);
    await store.append({
      target: { sessionId: id, create },
      content,
      number: index + 1,
      nextThoughtNeeded: true,
      mode: "chain",
      source,
      ...(branch !== undefined && { branchId: branch }),
      ...(isNew && from !== undefined && { branchFrom: from }),
      ...(revises !== undefined && { isRevision: true, revises }),
    });
  }
}

function filterOf({ filter }: RecallQuestion): Partial<SearchQuery> {
  return filter as Partial<SearchQuery>;
}

function tableOf(name: string, asked: readonly Asked[]): Table {
  const classes = [...new Set(asked.map((one) => one.class))];
  const row = (name: string, some: readonly Asked[]) => [
    name,
    some.length,
    ...metrics(some.map(({ rank }) => rank)),
    ...metrics(some.map(({ baseline }) => baseline)),
  ];
  const fields = ["software", "other"] as const;
  return {
    title: `Recall, ${name}`,
    note: "Share of the questions whose thought is the first, or among the first five, and mean reciprocal rank. The weights of the ranking were fitted to all sets.",
    columns: ["questions", "n", "@1", "@5", "MRR", "BM25 @1", "@5", "MRR"],
    rows: [
      ...classes.map((name) =>
        row(
          name,
          asked.filter((one) => one.class === name),
        ),
      ),
      ...fields.map((name) =>
        row(
          `all, ${name} sessions`,
          asked.filter(({ field }) => field === name),
        ),
      ),
    ],
    checks: fields.map((field): Check => {
      const ranks = asked.filter((one) => one.field === field).map(({ rank }) => rank);
      return {
        name: `recall@5, ${field} sessions (${name})`,
        value: 100 * within(ranks, 5),
        sense: "at least",
        target: field === "software" ? 97 : 88,
        unit: "%",
      };
    }),
  };
}

const within = (ranks: readonly number[], most: number): number =>
  ranks.filter((rank) => rank > 0 && rank <= most).length / Math.max(1, ranks.length);

function metrics(ranks: readonly number[]): string[] {
  const reciprocal =
    ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / Math.max(1, ranks.length);
  return [percent(within(ranks, 1)), percent(within(ranks, 5)), reciprocal.toFixed(2)];
}

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** Prints the tables alone, without the other benchmarks. */
if (import.meta.main) {
  const { renderTable } = await import("../report.ts");
  for (const table of await measureRecall()) console.log(renderTable(table));
  if (process.argv.includes("--missed")) {
    for (const { untouched, rank, sessionId, class: kind, text, filter, first } of await askWide()) {
      if (untouched || rank === 1) continue;
      console.log(`${rank} ${sessionId} ${kind} | ${text} ${JSON.stringify(filter)}\n     ${first}`);
    }
  }
}
