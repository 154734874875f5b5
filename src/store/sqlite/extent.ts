import type { DatabaseSync } from "node:sqlite";
import { type Moment, pace } from "../../ledger/index.ts";
import type { SessionExtent } from "../port.ts";
import { read } from "./read.ts";

/** How many thoughts one query counts before the event loop is yielded. */
const PAGE = 25_000;

/** Creates the function that finds what a session had at a moment. */
export function createExtent(db: DatabaseSync): (sessionId: string, until: Moment) => Promise<SessionExtent> {
  const all = db.prepare("SELECT ifnull(max(seq), 0) AS total FROM thought WHERE session_id = ?");
  const part = "session_id = ? AND seq > ? AND seq <= ?";
  const counted = db.prepare(
    `SELECT count(*) AS count, max(seq) AS last FROM thought WHERE ${part} AND created_at <= ?`,
  );
  const later = db.prepare(`SELECT seq FROM thought WHERE ${part} AND created_at > ? ORDER BY seq`);
  const branches = db.prepare(`SELECT DISTINCT branch_id FROM thought WHERE ${part} AND branch_id <> ''`);
  const branchesThen = db.prepare(
    `SELECT DISTINCT branch_id FROM thought WHERE ${part} AND branch_id <> '' AND created_at <= ?`,
  );

  async function inPages(last: number, work: (after: number, until: number) => void): Promise<void> {
    for (let after = 0; after < last; after += PAGE) {
      await read(() => work(after, Math.min(after + PAGE, last)));
      await pace();
    }
  }

  return async (id, until) => {
    const total = await read(() => all.get(id)!.total as number);
    let [count, lastSeq] = [0, 0];
    const excluded: number[] = [];
    const time = "time" in until ? Date.parse(until.time) : Number.POSITIVE_INFINITY;
    if ("seq" in until) count = lastSeq = Math.min(until.seq, total);
    else {
      await inPages(total, (after, to) => {
        const row = counted.get(id, after, to, time)!;
        count += row.count as number;
        lastSeq = (row.last as number | null) ?? lastSeq;
      });
      if (count < lastSeq)
        await inPages(lastSeq, (after, to) => {
          for (const row of later.all(id, after, to, time)) excluded.push(row.seq as number);
        });
    }
    const names = new Set<unknown>();
    await inPages(lastSeq, (after, to) => {
      // Without the time, the index has all that is read.
      const rows =
        excluded.length === 0 ? branches.all(id, after, to) : branchesThen.all(id, after, to, time);
      for (const row of rows) names.add(row.branch_id);
    });
    return { count, branchCount: names.size, lastSeq, excluded, total };
  };
}
