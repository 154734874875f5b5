import type { DatabaseSync } from "node:sqlite";
import {
  type Declaration,
  declareFacts,
  type Fact,
  MAX_STANDING,
  type Mark,
  type Thought,
} from "../../ledger/index.ts";
import { FACT_COLUMNS, toFact, toStandingFact } from "../fact-rows.ts";
import { type ExtractedFact, type FactRange, MAX_FACTS } from "../port.ts";

/** The facts of sessions. */
export type FactTable = ReturnType<typeof createFactTable>;

/** Creates the functions that read and write facts; writing must run inside a write transaction. */
export function createFactTable(db: DatabaseSync) {
  const from = "fact f JOIN thought t ON t.session_id = f.session_id AND t.seq = f.seq";
  const newest = "ORDER BY f.seq DESC, f.ordinal DESC LIMIT";
  const list = db.prepare(
    `SELECT ${FACT_COLUMNS} FROM ${from} WHERE f.session_id = ? AND f.seq > ? AND f.seq <= ? ${newest} ${MAX_FACTS}`,
  );
  const standing = db.prepare(
    `SELECT ${FACT_COLUMNS} FROM ${from} WHERE f.session_id = ? AND f.replaced_by IS NULL ${newest} ${MAX_STANDING}`,
  );
  const insert = db.prepare(
    "INSERT INTO fact (session_id, seq, ordinal, kind, text, reason, origin, was) VALUES (?, ?, ?, ?, ?, ?, 'declared', ?)",
  );
  const replace = db.prepare(
    "UPDATE fact SET replaced_by = ? WHERE session_id = ? AND seq = ? AND ordinal = ?",
  );

  const reading = db.prepare("SELECT seq FROM fact_reading WHERE session_id = ?");
  const setReading = db.prepare(
    "INSERT INTO fact_reading (session_id, seq) VALUES (?, ?) ON CONFLICT (session_id) DO UPDATE SET seq = excluded.seq",
  );
  const insertExtracted = db.prepare(
    `INSERT INTO fact (session_id, seq, ordinal, kind, text, reason, origin, quotation)
     SELECT session_id, seq, (SELECT coalesce(max(ordinal), 0) + 1 FROM fact WHERE session_id = thought.session_id AND seq = thought.seq),
       ?, ?, ?, 'extracted', ? FROM thought WHERE session_id = ? AND seq = ?`,
  );
  const readTo = (sessionId: string): number => Number(reading.get(sessionId)?.seq ?? 0);

  function addExtracted(sessionId: string, facts: readonly ExtractedFact[]): void {
    for (const { kind, text, reason = null, quotation, seq } of facts)
      insertExtracted.run(kind, text, reason, quotation, sessionId, seq);
  }

  return {
    readTo,
    /** Adds facts that a model stated. */
    addExtracted,
    /** Adds the facts that a model found, unless another process has read these thoughts. */
    extract(
      sessionId: string,
      { after, until }: { readonly after: number; readonly until: number },
      facts: readonly ExtractedFact[],
    ): boolean {
      if (readTo(sessionId) !== after) return false;
      addExtracted(sessionId, facts);
      setReading.run(sessionId, until);
      return true;
    },
    list: (
      sessionId: string,
      { after = 0, until = Number.MAX_SAFE_INTEGER }: FactRange = {},
    ): readonly Fact[] => list.all(sessionId, after, until).map(toFact).reverse(),
    /** Writes the facts that a thought declares. */
    declare(marks: readonly Mark[], { sessionId, seq }: Thought, branch: string): Declaration {
      const declared = declareFacts(marks, branch, standing.all(sessionId).map(toStandingFact));
      for (const [index, { kind, text, reason = null, was = null }] of declared.facts.entries())
        insert.run(sessionId, seq, index + 1, kind, text, reason, was);
      for (const old of declared.replaced) replace.run(seq, sessionId, old.seq, old.ordinal);
      return declared;
    },
  };
}
