import type { DatabaseSync } from "node:sqlite";
import { pace, type Thought } from "../../ledger/index.ts";
import { THOUGHT_COLUMNS, toThought } from "../ledger-rows.ts";
import type { ThoughtRange } from "../port.ts";
import { read } from "./read.ts";

/** The maximum number of thoughts per call. */
const MOST = 1_000;
/** About how many characters one query reads: a thought may have a line or a megabyte. */
const AT_ONCE = 200_000;

/**
 * Creates the function that reads a session's thoughts in small queries, so that large ones do not block the process.
 */
export function createReadThoughts(
  db: DatabaseSync,
): (sessionId: string, range: ThoughtRange) => Promise<readonly Thought[]> {
  const query = db.prepare(
    `SELECT ${THOUGHT_COLUMNS} FROM thought t WHERE t.session_id = ? AND t.seq > ? ORDER BY t.seq LIMIT ?`,
  );
  return async (sessionId, { after = 0, limit = MOST }) => {
    const most = Math.max(0, Math.min(limit, MOST));
    const found: Thought[] = [];
    for (let size = 16; found.length < most; await pace()) {
      const wanted = Math.min(size, most - found.length);
      const page = await read(() => query.all(sessionId, found.at(-1)?.seq ?? after, wanted).map(toThought));
      found.push(...page);
      if (page.length < wanted) break;
      const characters = page.reduce((sum, { content }) => sum + content.length, 0);
      size = Math.max(1, Math.min(4 * size, Math.floor((size * AT_ONCE) / (characters + 1))));
    }
    return found;
  };
}
