import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** How long the rewriting waits for other processes; writers and readers of this program hold the file for milliseconds. */
const PATIENCE_MS = 120_000;

/**
 * Creates the function that rewrites the database file and empties its log, in a thread of its own: SQLite leaves copies
 * of erased rows in unused parts of pages, words of erased rows in the text index until it is merged, and old pages in
 * the log. It returns false if a reader of another process keeps the log from being emptied. Calls that wait for a running
 * one share the next.
 */
export function createScrub(file: string, patience = PATIENCE_MS): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  function run(): Promise<boolean> {
    running = scrubFile(file, patience).finally(() => {
      running = undefined;
    });
    return running;
  }
  return () => {
    if (file === ":memory:") return Promise.resolve(true);
    if (!running) return run();
    next ??= running.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
}

async function scrubFile(file: string, patience: number): Promise<boolean> {
  const worker = new Worker(SCRUB, { eval: true, workerData: { file, patience, pages: MERGED_PAGES } });
  const [done] = (await once(worker, "message")) as [boolean];
  await worker.terminate();
  return done;
}

/** How many pages of the text index are merged in one transaction: others write in between. */
const MERGED_PAGES = 64;

// SQLite's own waiting becomes slower with each try and loses against busy writers, so each step is tried again at once.
const SCRUB = `
  const { workerData: { file, patience, pages }, parentPort } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const until = Date.now() + patience;
  const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1 + Math.random() * 4);
  function insist(work) {
    for (;;) {
      try {
        const result = work();
        if (result !== false || Date.now() > until) return result;
      } catch (error) {
        if ((error.errcode & 255) !== 5 || Date.now() > until) throw error;
      }
      pause();
    }
  }
  let done = false;
  try {
    const db = new DatabaseSync(file, { timeout: 5 });
    db.exec("PRAGMA secure_delete = ON");
    const merge = db.prepare("INSERT INTO thought_text (thought_text, rank) VALUES ('merge', ?)");
    const total = db.prepare("SELECT total_changes() AS count");
    // A negative number begins to merge all parts of the index. A merge with fewer than two changes had nothing to do.
    insist(() => merge.run(-pages));
    for (let before = -2; total.get().count - before > 1 && Date.now() < until; ) {
      before = total.get().count;
      insist(() => merge.run(pages));
      pause();
    }
    insist(() => db.exec("VACUUM"));
    done = insist(() => db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get().busy === 0);
    db.close();
  } catch {}
  parentPort.postMessage(done);
`;
