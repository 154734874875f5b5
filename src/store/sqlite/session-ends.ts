import type { DatabaseSync } from "node:sqlite";
import type { SessionEnds } from "../port.ts";
import { BEGINNING_COLUMN, beginningOf } from "./outline.ts";
import { read } from "./read.ts";

/** Creates the function that reads the first and the last thought of sessions. */
export function createSessionEnds(
  db: DatabaseSync,
): (ids: readonly string[]) => Promise<readonly SessionEnds[]> {
  const ends = db.prepare(
    `SELECT wanted.value AS id, first.source, last.next_needed, ${BEGINNING_COLUMN("last")}
     FROM json_each(?) wanted
     JOIN thought first ON first.session_id = wanted.value AND first.seq = 1
     JOIN thought last ON last.session_id = wanted.value
       AND last.seq = (SELECT max(seq) FROM thought WHERE session_id = wanted.value)`,
  );
  return async (ids) =>
    (await read(() => ends.all(JSON.stringify(ids)))).map((row) => ({
      id: row.id as string,
      source: row.source as SessionEnds["source"],
      needsMore: Boolean(row.next_needed),
      lastWords: beginningOf(row.beginning as Uint8Array),
    }));
}
