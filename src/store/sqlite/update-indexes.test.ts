import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { connect } from "./connect.ts";
import { createIndexUpdates } from "./update-indexes.ts";

const BACKLOG = 3_000;

/** A database with thoughts that are not in the text index yet. */
async function openBehind() {
  const db = await connect(":memory:");
  const add = db.prepare(
    `INSERT INTO thought (id, session_id, seq, number, total, branch_id, next_needed, mode, source, created_at, content)
     VALUES (?, 'burst', ?, ?, ?, '', 1, 'chain', 'thoughtbox', 0, ?)`,
  );
  // Long texts, so that indexing all of them takes several transactions.
  const text = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");
  for (let seq = 1; seq <= BACKLOG; seq++) add.run(`t${seq}`, seq, seq, seq, text);
  const newest = db.prepare("SELECT max(id) AS position FROM thought_text_docsize");
  return { db, indexed: () => (newest.get()!.position as number | null) ?? 0 };
}

test("[S32] after a burst, the indexes rest while callers write one by one, and a search still finds everything", async () => {
  const { db, indexed } = await openBehind();
  const rests: number[] = [];
  let endedAt: number | undefined;
  let isWriting = true;
  const write = async <T>(work: () => T): Promise<T> => {
    if (endedAt !== undefined && isWriting) rests.push(performance.now() - endedAt);
    await nextTurn();
    const result = work();
    // A caller writes a thought in the meantime.
    if (isWriting) updates.soon();
    endedAt = performance.now();
    return result;
  };
  const updates = createIndexUpdates(db, write, write);
  updates.soon();
  await vi.waitFor(() => expect(rests.length).toBeGreaterThan(2), 5_000);
  isWriting = false;
  // A timer may fire a millisecond early.
  expect(Math.min(...rests)).toBeGreaterThan(10);
  await updates.catchUp();
  expect(indexed()).toBe(BACKLOG);
  updates.close();
  db.close();
});
