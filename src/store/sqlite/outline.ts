import type { DatabaseSync } from "node:sqlite";
import { pace } from "../../ledger/index.ts";
import { toOutlineEntry } from "../ledger-rows.ts";
import type { OutlineEntry, ThoughtRange } from "../port.ts";
import { read } from "./read.ts";

/** The maximum number of entries per call. */
const MOST = 20_000;
/** How many entries are read before the event loop is yielded. */
const PAGE = 1_000;
/** How many characters of a content are shown. */
const CHARACTERS = 140;

/** The column `beginning` of a thought. As bytes, because SQLite's texts end at a NUL; no character takes more than four. */
export const BEGINNING_COLUMN = (thought: string) =>
  `substr(CAST(${thought}.content AS BLOB), 1, ${4 * CHARACTERS}) AS beginning`;

/** Creates the function that reads a session's thoughts without their contents. */
export function createOutline(
  db: DatabaseSync,
): (sessionId: string, range: ThoughtRange) => Promise<readonly OutlineEntry[]> {
  const select = db.prepare(
    `SELECT seq, id, number, branch_id, parent_id, revises_id, revises, next_needed, critique IS NOT NULL AS has_critique,
       confidence, source, created_at, ${BEGINNING_COLUMN("thought")}
     FROM thought WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  return async (sessionId, { after = 0, limit = MOST }) => {
    const most = Math.min(limit, MOST);
    const found: OutlineEntry[] = [];
    while (found.length < most) {
      const wanted = Math.min(PAGE, most - found.length);
      const page = await read(() => select.all(sessionId, found.at(-1)?.seq ?? after, wanted));
      for (const row of page) found.push(toOutlineEntry(row, beginningOf(row.beginning as Uint8Array)));
      if (page.length < wanted) break;
      await pace();
    }
    return found;
  };
}

/** The text of the column `beginning`. */
export function beginningOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  if (text.length <= CHARACTERS) return text;
  // A character outside the basic plane is two UTF-16 units.
  return /[\ud800-\udbff]/.test(text) ? [...text].slice(0, CHARACTERS).join("") : text.slice(0, CHARACTERS);
}
