import type { DatabaseSync } from "node:sqlite";
import { Failure, seqNotFound } from "../../ledger/index.ts";
import type { ExtractedFact } from "../port.ts";
import type { FactTable } from "./fact-table.ts";
import type { Feed } from "./feed.ts";

/** Creates the function that writes a critique to a thought, once; it must run inside a write transaction. */
export function createSaveCritique(db: DatabaseSync, feed: Feed, table: Pick<FactTable, "addExtracted">) {
  const select = db.prepare("SELECT critique FROM thought WHERE session_id = ? AND seq = ?");
  const update = db.prepare("UPDATE thought SET critique = ? WHERE session_id = ? AND seq = ?");

  function notFound(sessionId: string, seq: number): Failure {
    const sql =
      "SELECT (SELECT max(seq) FROM thought WHERE session_id = session.id) AS last FROM session WHERE id = ?";
    const row = db.prepare(sql).get(sessionId);
    if (!row) return new Failure("SESSION_NOT_FOUND", { sessionId });
    return seqNotFound(seq, (row.last as number | null) ?? 0);
  }

  return (
    sessionId: string,
    seq: number,
    critique: Readonly<Record<string, unknown>>,
    facts: readonly ExtractedFact[] = [],
  ) => {
    const row = select.get(sessionId, seq);
    if (!row) throw notFound(sessionId, seq);
    let text = row.critique as string | null;
    if (text === null) {
      text = JSON.stringify(critique);
      update.run(text, sessionId, seq);
      table.addExtracted(sessionId, facts);
      feed.noteSession(sessionId);
    }
    return JSON.parse(text) as Record<string, unknown>;
  };
}
