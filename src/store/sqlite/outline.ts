import type { DatabaseSync } from "node:sqlite";
import type { Thought } from "../../ledger/index.ts";
import type { ThoughtMark, ThoughtRange } from "../port.ts";
import { read } from "./read.ts";

/** The most marks of one call. */
const MOST = 20_000;
/** So many are read before others have their turn. */
const PAGE = 1_000;
/** How many letters of a content are told. */
const LETTERS = 140;

/** Makes the function that reads a session's thoughts without their contents. */
export function createOutline(
  db: DatabaseSync,
): (sessionId: string, range: ThoughtRange) => Promise<readonly ThoughtMark[]> {
  // As bytes, because SQLite's texts end at a NUL; no letter takes more than four.
  const marks = db.prepare(
    `SELECT seq, id, number, branch_id, parent_id, revises_id, revises, next_needed, critique IS NOT NULL AS criticised,
       confidence, door, created_at, substr(CAST(content AS BLOB), 1, ${4 * LETTERS}) AS beginning
     FROM thought WHERE session_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  return async (sessionId, { after = 0, limit = MOST }) => {
    const most = Math.min(limit, MOST);
    const found: ThoughtMark[] = [];
    while (found.length < most) {
      const wanted = Math.min(PAGE, most - found.length);
      const page = await read(() => marks.all(sessionId, found.at(-1)?.seq ?? after, wanted));
      for (const row of page) found.push(toMark(row));
      if (page.length < wanted) break;
      await nextTurn();
    }
    return found;
  };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function toMark(row: Record<string, unknown>): ThoughtMark {
  return {
    seq: row.seq as number,
    id: row.id as string,
    number: row.number as number,
    ...(row.branch_id !== "" && { branchId: row.branch_id as string }),
    ...(row.parent_id !== null && { parentId: row.parent_id as string }),
    ...(row.revises_id !== null && { revisesId: row.revises_id as string }),
    isRevision: row.revises !== null,
    nextThoughtNeeded: row.next_needed === 1,
    hasCritique: row.criticised === 1,
    ...(row.confidence !== null && { confidence: row.confidence as number }),
    door: row.door as Thought["door"],
    createdAt: new Date(row.created_at as number).toISOString(),
    beginning: firstLetters(row.beginning as Uint8Array),
  };
}

function firstLetters(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  if (text.length <= LETTERS) return text;
  // A letter outside the basic plane is two of JavaScript's.
  return /[\ud800-\udbff]/.test(text) ? [...text].slice(0, LETTERS).join("") : text.slice(0, LETTERS);
}
