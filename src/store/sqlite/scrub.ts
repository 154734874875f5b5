import { once } from "node:events";
import { Worker } from "node:worker_threads";

/**
 * Rewrites the database file and empties its log, in a thread of its own: SQLite leaves copies of erased rows in unused
 * parts of pages, words of erased rows in the text index until it is merged, and old pages in the log. Returns false if a
 * reader of another process keeps the log from being emptied.
 */
export async function scrubFile(file: string): Promise<boolean> {
  if (file === ":memory:") return true;
  const worker = new Worker(SCRUB, { eval: true, workerData: file });
  const [done] = (await once(worker, "message")) as [boolean];
  await worker.terminate();
  return done;
}

const SCRUB = `
  const { workerData, parentPort } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  let done = false;
  try {
    const db = new DatabaseSync(workerData, { timeout: 20000 });
    db.exec("PRAGMA secure_delete = ON");
    db.exec("INSERT INTO thought_text (thought_text) VALUES ('optimize')");
    db.exec("VACUUM");
    done = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get().busy === 0;
    db.close();
  } catch {}
  parentPort.postMessage(done);
`;
