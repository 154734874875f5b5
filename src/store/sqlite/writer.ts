import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { PATIENCE_MS } from "./connect.ts";
import { isBusy, isFileFailure, translate } from "./failures.ts";
import type { FileGuard } from "./file-guard.ts";

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs tasks inside write transactions. */
export interface Write {
  /** The promise resolves when the task's changes are on disk. */
  <T>(work: () => T): Promise<T>;
  /**
   * The same for what can be lost with the power: the text index, which catches up, and the log of calls, which is
   * written late anyway. It does not wait for the disk. A crash of the process loses nothing.
   */
  derived<T>(work: () => T): Promise<T>;
  /** Resolves when no task is left, so that the database can be closed. */
  idle(): Promise<void>;
}

/** Limits of one commit, so that neither this process nor others wait long. */
const LARGEST_BATCH = 256;
const LONGEST_BATCH_MS = 50;

/**
 * Creates the writer of a connection. Tasks that arrive before a commit share it, so that many callers cost one sync to
 * disk. Each task fails or succeeds on its own. Derived tasks run one by one in between.
 */
export function createWriter(db: DatabaseSync, guard: FileGuard, afterCommit: () => void): Write {
  const waiting: Job[] = [];
  const derived: Job[] = [];
  const sql = prepare(db);
  let draining: Promise<void> | undefined;
  let waitsForDisk = true;

  async function drain(): Promise<void> {
    for (let isFirst = true; waiting.length + derived.length > 0; isFirst = false) {
      if (!isFirst) await nextTurn();
      if (waiting.length > 0) await commitFrom(waiting, LARGEST_BATCH, true);
      if (derived.length > 0) await commitFrom(derived, 1, false);
    }
    draining = undefined;
  }

  async function commitFrom(jobs: Job[], most: number, isDurable: boolean): Promise<void> {
    const due = jobs.length;
    try {
      guard.check();
      if (waitsForDisk !== isDurable) {
        db.exec(`PRAGMA synchronous = ${isDurable ? "FULL" : "NORMAL"}`);
        waitsForDisk = isDurable;
      }
      await begin(sql.begin);
    } catch (error) {
      // Tasks that arrived in the meantime have their own deadlines.
      for (const job of jobs.splice(0, due)) job.reject(translate(error));
      return;
    }
    commit(db, sql, jobs, most, guard);
    afterCommit();
  }

  const into =
    (jobs: Job[]) =>
    <T>(work: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        jobs.push({ work, resolve, reject });
        draining ??= nextTurn().then(drain);
      });
  return Object.assign(into(waiting), { derived: into(derived), idle: async () => draining });
}

async function begin(statement: StatementSync): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(1 + Math.random() * 10)) {
    try {
      statement.run();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
  }
}

type Statements = ReturnType<typeof prepare>;

function prepare(db: DatabaseSync) {
  return {
    begin: db.prepare("BEGIN IMMEDIATE"),
    commit: db.prepare("COMMIT"),
    mark: db.prepare("SAVEPOINT job"),
    release: db.prepare("RELEASE job"),
  };
}

function commit(db: DatabaseSync, sql: Statements, waiting: Job[], most: number, guard: FileGuard): void {
  const batch = waiting.splice(0, most);
  const alone = batch.length === 1;
  const settled: (() => void)[] = [];
  const deadline = performance.now() + LONGEST_BATCH_MS;
  try {
    for (const job of batch) {
      settled.push(attempt(db, sql, job, alone));
      if (performance.now() > deadline) waiting.unshift(...batch.splice(settled.length));
    }
    if (db.isTransaction) sql.commit.run();
    // SQLite commits to a deleted file without an error, so check the files before acknowledging.
    guard.check();
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    for (const job of batch) job.reject(translate(error));
    return;
  }
  for (const settle of settled) settle();
}

function attempt(db: DatabaseSync, sql: Statements, job: Job, alone: boolean): () => void {
  if (!alone) sql.mark.run();
  try {
    const value = job.work();
    if (!alone) sql.release.run();
    return () => job.resolve(value as never);
  } catch (error) {
    // Some errors end the whole transaction.
    if (isFileFailure(error) || !db.isTransaction) throw error;
    db.exec(alone ? "ROLLBACK" : "ROLLBACK TO job; RELEASE job");
    return () => job.reject(error);
  }
}
