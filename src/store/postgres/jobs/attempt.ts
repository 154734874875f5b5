import type { JobContext } from "../../../jobs/jobs.ts";
import { type Outcome, wordFor } from "../../../jobs/outcome.ts";
import { Failure } from "../../../ledger/index.ts";
import type { Database } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import { readJson } from "../read-json.ts";
import { enterNext, holdRow } from "./enter.ts";
import { scopeOf } from "./forget-receipts.ts";
import type { Taken } from "./take.ts";
import { CALLERS, DURABLY } from "./tell.ts";

/** One attempt at a job, as the worker that makes it writes it down. */
export interface Attempt {
  readonly context: JobContext;
  /** Keeps how it ended; false when the job is another's by now, and then nothing was kept. */
  end(outcome: Outcome): Promise<boolean>;
}

interface Line {
  readonly name: string | null;
  readonly body: string;
}

/** Begins an attempt. Whatever it writes is written only while the attempt counts; `stop` is aborted when it does not. */
export async function beginAttempt(db: Database, taken: Taken, stop: AbortController): Promise<Attempt> {
  const { id, home, attempt } = taken;
  const before = attempt === 1 ? [] : await db.query(BEFORE, [id]);
  const steps = new Map(
    before.filter(({ name }) => name !== null).map(({ name, body }) => [name, readJson(body)]),
  );
  let number = Number(before.at(-1)?.number ?? 0);
  const pending: Line[] = [];
  let writing: Promise<void> | undefined;
  let isLost = false;

  async function put(lines: readonly Line[]): Promise<void> {
    const numbers = lines.map(() => ++number);
    const names = lines.map(({ name }) => name);
    const isStep = names.some((name) => name !== null);
    const values = [numbers, names, lines.map(({ body }) => body), CALLERS, isStep];
    const [row] = await db.transaction(
      (tx) => tx.query(PUT, [id, attempt, ...values]),
      async () => false,
    );
    if (row!.held !== 0) return;
    isLost = true;
    stop.abort();
  }

  async function putAll(): Promise<void> {
    try {
      while (pending.length > 0 && !isLost) await put(pending.splice(0));
    } finally {
      writing = undefined;
    }
  }

  function write(line: Line): Promise<void> {
    pending.push(line);
    writing ??= putAll();
    return writing;
  }

  return {
    context: {
      signal: stop.signal,
      // What cannot be told is not missed: the answer says it all.
      tell: (event) => void write({ name: null, body: JSON.stringify(event) }).catch(() => {}),
      takenOver: taken.takenOver,
      startedAt: taken.startedAt,
      toldBefore: before.filter(({ name }) => name === null).map(({ body }) => readJson(body)),
      fence: { job: id, attempt },
      journal: {
        key: scopeOf(id),
        recalled: (name) => steps.get(name),
        async remember(name, work) {
          if (steps.has(name)) return steps.get(name) as never;
          const value = await work();
          await write({ name, body: JSON.stringify(value ?? null) });
          if (isLost) throw new Failure("CANCELLED", {});
          return value;
        },
      },
    },
    async end(outcome) {
      await writing?.catch(() => {});
      return db.transaction(
        async (tx) => {
          await holdRow(tx, home);
          const state = wordFor(outcome);
          const [ended] = await tx.query(END, [id, attempt, state, JSON.stringify(outcome), CALLERS]);
          if (ended) await enterNext(tx, home);
          return ended !== undefined;
        },
        async (rows) => (await rows.query(HAS_ENDED, [id, attempt])).length > 0,
      );
    },
  };
}

const BEFORE = "SELECT number, name, body FROM clew.job_event WHERE job_id = $1 ORDER BY number";
const PUT = `
  WITH held AS (
    SELECT 1 FROM clew.job WHERE id = $1 AND attempt = $2 AND state = 'running' FOR SHARE
  ), put AS (
    INSERT INTO clew.job_event (job_id, number, name, body)
    SELECT $1, line.number, line.name, line.body
    FROM held, unnest($3::integer[], $4::text[], $5::text[]) AS line (number, name, body)
    ON CONFLICT (job_id, number) DO NOTHING
  )
  SELECT count(*) AS held, pg_notify($6, $1), CASE WHEN $7 THEN ${DURABLY} END FROM held`;
const END = `
  WITH ended AS (
    UPDATE clew.job SET state = $3, answer = $4, ended_at = ${DATABASE_TIME}
    WHERE id = $1 AND attempt = $2 AND state = 'running' RETURNING id
  )
  SELECT pg_notify($5, id), ${DURABLY} FROM ended`;
const HAS_ENDED = "SELECT 1 AS ended FROM clew.job WHERE id = $1 AND attempt = $2 AND ended_at IS NOT NULL";
