import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DatabaseSync } from "node:sqlite";
import type { SearchQuery, Store } from "../src/store/port.ts";
import { openLedger } from "./ledger.ts";
import { median, percentile, timed } from "./measure.ts";
import type { Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import type { Workspace } from "./workspace.ts";
import { readSessions } from "./worth/recall.ts";
import { wideSessions } from "./worth/wide-set.ts";

const THOUGHTS = { full: 500_000, quick: 50_000 };
const PER_SESSION = 100;
const PER_CLASS = 6;
const TARGET_MS = 50;
/** No class is measured for longer than this. */
const LONGEST_MS = 8_000;

/** The classes of questions of the recall set, on a ledger of English sentences: how long a search takes. */
export async function measureSearch(workspace: Workspace, { storedSessions }: Scale): Promise<Table> {
  const thoughts = storedSessions < 1_000 ? THOUGHTS.quick : THOUGHTS.full;
  const home = workspace.folder();
  await (await openLedger(home)).close();
  const fillMs = await timed(() => fill(join(home, "clew.db"), thoughts));
  const store = await openLedger(home);
  try {
    const measured = [];
    for (const [name, queries] of classes()) measured.push({ name, ...(await look(store, queries)) });
    return {
      title: "Search in a large ledger (SQLite)",
      note:
        `${thoughts.toLocaleString("en-US")} thoughts of English sentences in ${thoughts / PER_SESSION} sessions, loaded in ` +
        `${Math.round(fillMs / 1_000)} s. "blocked" is the longest time that the event loop stood still.`,
      columns: ["questions", "n", "p50 ms", "p95 ms", "blocked ms"],
      rows: measured.map(({ name, samples, blocked }) => [
        name,
        samples.length,
        median(samples),
        percentile(samples, 0.95),
        blocked,
      ]),
      checks: measured.map(
        ({ name, samples }): Check => ({
          name: `search, ${name}`,
          value: median(samples),
          sense: "at most",
          target: TARGET_MS,
          unit: " ms",
        }),
      ),
    };
  } finally {
    await store.close();
  }
}

/** Questions by class, and the same ones with filters. */
function classes(): [string, SearchQuery[]][] {
  const questions = wideSessions().flatMap((session) => session.questions);
  const byClass = Map.groupBy(questions, (question) => question.class);
  const some = questions.filter((_, index) => index % 16 === 0).map(({ text }) => text);
  const plain = [...byClass].map(([name, asked]): [string, SearchQuery[]] => [
    name,
    asked.slice(0, PER_CLASS).map(({ text }) => ({ text })),
  ]);
  const filtered = (name: string, filter: Partial<SearchQuery>): [string, SearchQuery[]] => [
    name,
    some.map((text) => ({ text, ...filter })),
  ];
  return [
    ...plain,
    filtered("in a project", { project: "project-7" }),
    filtered("in a session", { sessionId: "s-123" }),
    filtered("of a source", { source: "think" }),
    filtered("of a kind", { kind: "decision" }),
    filtered("since yesterday", { since: new Date(LAST - 60_000).toISOString() }),
    ["no such word", [{ text: "zyxwvutsrqpo" }]],
  ];
}

async function look(store: Store, queries: readonly SearchQuery[]) {
  const samples: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await store.search({ ...queries[0]!, limit: 10 });
  delay.enable();
  const end = performance.now() + LONGEST_MS;
  for (const query of [...queries, ...queries]) {
    if (performance.now() > end) break;
    samples.push(await timed(() => store.search({ ...query, limit: 10 })));
  }
  delay.disable();
  return { samples, blocked: delay.max / 1e6 };
}

const LAST = Date.parse("2026-06-01T00:00:00Z");

/** Writes rows directly: through the store it would take many minutes. */
function fill(file: string, thoughts: number): void {
  const db = new DatabaseSync(file);
  const sentences = [...readSessions(), ...wideSessions()].flatMap((session) =>
    session.thoughts.map(({ content }) => content),
  );
  const session = db.prepare(
    `INSERT INTO session (id, title, project, tags, mode, status, stage, metadata, created_at, updated_at, thought_count)
     VALUES (?, ?, ?, ?, 'chain', 'completed', 0, '{}', ?, ?, ${PER_SESSION})`,
  );
  const thought = db.prepare(
    `INSERT INTO thought (position, id, session_id, seq, number, total, branch_id, next_needed, mode, source, created_at, content)
     VALUES (?, ?, ?, ?, ?, ?, '', 1, 'chain', ?, ?, ?)`,
  );
  const text = db.prepare("INSERT INTO thought_text (rowid, content, source, extra) VALUES (?, ?, ?, '')");
  db.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN");
  let state = 1;
  const pick = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return sentences[Math.floor((state / 2 ** 32) * sentences.length)]!;
  };
  for (let index = 0; index < thoughts; index++) {
    const at = Math.floor(index / PER_SESSION);
    const seq = (index % PER_SESSION) + 1;
    const time = LAST - (thoughts - index);
    if (seq === 1)
      session.run(`s-${at}`, `Case ${at}`, `project-${at % 100}`, "[]", time, time + PER_SESSION);
    const content = `${pick()} ${pick()} Number ${index}.`;
    const source = index % 3 === 0 ? "think" : "thoughtbox";
    const id = `019b76da-a800-7000-8000-${`${index}`.padStart(12, "0")}`;
    thought.run(index + 1, id, `s-${at}`, seq, seq, PER_SESSION, source, time, content);
    text.run(index + 1, content, source);
  }
  db.exec("COMMIT; ANALYZE");
  db.close();
}
