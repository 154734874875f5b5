import { ERASED_BRANCH } from "../../erasure-tables.ts";
import { indexKey } from "../../index-key.ts";
import type { TextRow } from "../../port.ts";
import type { Database, Queryable } from "../database.ts";
import { reindexBranch } from "./reindex.ts";
import { lockSession } from "./session-head.ts";

/** Takes the names from branches: each gets a number instead, in its thoughts too. */
export async function renameBranches(db: Database, rows: readonly Pick<TextRow, "key">[]): Promise<void> {
  for (const { key } of rows) {
    const [sessionId, from] = key as [string, string];
    const to = await db.transaction(
      (tx) => rename(tx, sessionId, from),
      async () => false,
    );
    for (let seq: number | undefined = to === undefined ? undefined : 1; seq !== undefined; ) {
      const first: number = seq;
      seq = await db.transaction(
        (tx) => reindexBranch(tx, sessionId, to!, first),
        async () => false,
      );
    }
  }
}

async function rename(tx: Queryable, sessionId: string, from: string): Promise<string | undefined> {
  await lockSession(tx, sessionId);
  const rows = await tx.query("SELECT branch_id FROM clew.branch WHERE session_id = $1", [sessionId]);
  const names = new Set(rows.map((row) => row.branch_id as string));
  if (!names.has(from)) return undefined;
  let number = 1;
  while (names.has(`${ERASED_BRANCH}${number}`)) number++;
  const to = `${ERASED_BRANCH}${number}`;
  await tx.query(
    "UPDATE clew.branch SET branch_id = $3, branch_key = $4 WHERE session_id = $1 AND branch_id = $2",
    [sessionId, from, to, indexKey(to)],
  );
  await tx.query("UPDATE clew.branch SET parent_branch = $3 WHERE session_id = $1 AND parent_branch = $2", [
    sessionId,
    from,
    to,
  ]);
  await tx.query("UPDATE clew.thought SET branch_id = $3 WHERE session_id = $1 AND branch_id = $2", [
    sessionId,
    from,
    to,
  ]);
  // Servers that know the end of the session by its old branch read it again.
  await tx.query("UPDATE clew.session SET steered = true WHERE id = $1", [sessionId]);
  // Stored answers name the branch as a JSON string.
  await tx.query(
    `UPDATE clew.idempotency_answer SET body = replace(body, $1, $2)
     WHERE position($1 in body) > 0 AND position($3 in body) > 0`,
    [JSON.stringify(from), JSON.stringify(to), JSON.stringify(sessionId)],
  );
  return to;
}
