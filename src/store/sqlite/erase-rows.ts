import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { OF_SESSION } from "../erasure-tables.ts";
import type { Write } from "./writer.ts";

/** How many rows are erased at a time, and how long one transaction may take: others write in between. */
const PAGE = 100;
const TURN_MS = 20;

/** Deleting entries would merge parts of the text index within one statement, for seconds: `scrub` merges them. */
const MERGE_LATER = "INSERT INTO thought_text (thought_text, rank) VALUES ('deletemerge', 0)";

/**
 * Creates the function that erases the rows of a deleted session, page by page. It works in a thread of its own and does
 * not wait for the disk: after a crash, the next deletion goes on with what is left.
 */
export function createEraseRows(
  db: DatabaseSync,
  file: string,
  write: Write,
): (id: string, onErased?: (thoughts: number) => void) => Promise<void> {
  return async (id, onErased) => {
    if (file !== ":memory:") return eraseInThread(file, id, onErased);
    for (const [index, statements] of STEPS.entries())
      while (await write(() => statements.reduce((_, sql) => Number(db.prepare(sql).run(id).changes), 0)))
        if (index === 0) onErased?.(PAGE);
  };
}

function eraseInThread(file: string, id: string, onErased?: (thoughts: number) => void): Promise<void> {
  const workerData = { file, id, steps: STEPS, turn: TURN_MS, prepare: MERGE_LATER };
  const worker = new Worker(ERASE, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    worker.on("message", ({ step, rows }: { readonly step: number; readonly rows: number }) => {
      if (step === 0) onErased?.(rows);
    });
    worker.once("error", reject);
    worker.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The thread that erases rows ended with ${code}.`)),
    );
  });
}

/** The rest of the key of tables without row ids. */
const KEYS: Readonly<Record<string, string>> = {
  branch: "branch_id",
  note: "number",
  fact: "seq, ordinal",
  fact_reading: "session_id",
  client_opening: "kind",
  imported_thought: "key",
};

const thoughts = `SELECT position FROM thought WHERE session_id = ?1 ORDER BY seq LIMIT ${PAGE}`;
const calls = `SELECT number FROM invocation WHERE session_id = ?1 ORDER BY created_at, number LIMIT ${PAGE}`;

/** Each step is repeated until its last statement changes nothing. Words stay in the index's pages until they are merged. */
const STEPS: readonly (readonly string[])[] = [
  [
    `DELETE FROM thought_text WHERE rowid IN (${thoughts})`,
    `DELETE FROM thought WHERE position IN (${thoughts})`,
  ],
  [
    `UPDATE invocation_body SET input = '{}', output = NULL WHERE number IN (${calls})`,
    `UPDATE invocation SET session_id = NULL, error = NULL WHERE number IN (${calls})`,
  ],
  ...OF_SESSION.map(({ table, column }) => {
    const key = KEYS[table] ?? "rowid";
    return [
      `DELETE FROM ${table} WHERE ${column} = ?1 AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${column} = ?1 LIMIT ${PAGE})`,
    ];
  }),
];

const ERASE = `
  const { workerData: { file, id, steps, turn, prepare }, parentPort } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const db = new DatabaseSync(file, { timeout: 20 });
  db.exec("PRAGMA synchronous = NORMAL");
  const pause = (ms = 1 + Math.random() * 4) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  function begin() {
    for (;;) {
      try {
        return db.exec("BEGIN IMMEDIATE");
      } catch (error) {
        if ((error.errcode & 255) !== 5) throw error;
        pause();
      }
    }
  }
  begin();
  db.exec(prepare);
  db.exec("COMMIT");
  for (const [step, statements] of steps.entries()) {
    const prepared = statements.map((sql) => db.prepare(sql));
    for (let more = true; more; ) {
      begin();
      const began = performance.now();
      let rows = 0;
      while (more && performance.now() - began < turn) {
        let changes = 0;
        for (const statement of prepared) changes = statement.run(id).changes;
        rows += changes;
        more = changes > 0;
      }
      db.exec("COMMIT");
      parentPort.postMessage({ step, rows });
      // Others have the lock for as long as this thread had it.
      if (more) pause(performance.now() - began);
    }
  }
  db.close();
`;
