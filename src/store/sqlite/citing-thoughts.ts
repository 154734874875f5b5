import type { DatabaseSync } from "node:sqlite";
import { THOUGHT_COLUMNS, toCitingThought } from "../ledger-rows.ts";
import { pageSize } from "../page-size.ts";
import type { CitingThought, EvidenceFilter } from "../port.ts";
import { read } from "./read.ts";

/** Creates the function that reads thoughts with evidence, newest first. */
export function createCitingThoughts(
  db: DatabaseSync,
): (filter: EvidenceFilter) => Promise<readonly CitingThought[]> {
  const query = db.prepare(
    `SELECT t.position, ${THOUGHT_COLUMNS} FROM thought t INDEXED BY thought_evidence
     WHERE t.evidence IS NOT NULL AND t.position < ?1 AND instr(t.evidence, ?2) > 0
       AND (?3 IS NULL OR t.session_id = ?3)
       AND (?4 IS NULL OR (SELECT owner FROM session WHERE id = t.session_id) = ?4)
     ORDER BY t.position DESC LIMIT ?5`,
  );
  return ({ behind = Number.MAX_SAFE_INTEGER, text = "", sessionId = null, owner = null, limit = 1000 }) =>
    read(() =>
      query
        .all(behind, text === "" ? "[" : JSON.stringify(text).slice(1, -1), sessionId, owner, pageSize(limit))
        .map(toCitingThought),
    );
}
