import type { DatabaseSync } from "node:sqlite";
import { ERASED_BRANCH } from "../erasure-tables.ts";
import type { TextRow } from "../port.ts";
import type { createIndexUpdates } from "./update-indexes.ts";
import type { Write } from "./writer.ts";

/** Creates the function that takes the names from branches: each gets a number instead, in its thoughts too. */
export function createRenameBranches(
  db: DatabaseSync,
  write: Write,
  { reindexBranch }: Pick<ReturnType<typeof createIndexUpdates>, "reindexBranch">,
): (rows: readonly Pick<TextRow, "key">[]) => Promise<void> {
  const known = (sessionId: string, name: string) =>
    db.prepare("SELECT 1 FROM branch WHERE session_id = ? AND branch_id = ?").get(sessionId, name);

  function rename(sessionId: string, from: string): string | undefined {
    if (!known(sessionId, from)) return undefined;
    let number = 1;
    while (known(sessionId, `${ERASED_BRANCH}${number}`)) number++;
    const to = `${ERASED_BRANCH}${number}`;
    for (const [table, column] of [
      ["branch", "branch_id"],
      ["branch", "parent_branch"],
      ["thought", "branch_id"],
    ])
      db.prepare(`UPDATE ${table} SET ${column} = ? WHERE session_id = ? AND ${column} = ?`).run(
        to,
        sessionId,
        from,
      );
    // Stored answers name the branch as a JSON string.
    db.prepare(
      `UPDATE idempotency_answer SET body = replace(body, :from, :to)
       WHERE instr(body, :from) > 0 AND instr(body, :session) > 0`,
    ).run({ from: JSON.stringify(from), to: JSON.stringify(to), session: JSON.stringify(sessionId) });
    return to;
  }

  return async (rows) => {
    for (const { key } of rows) {
      const [sessionId, from] = key as [string, string];
      const to = await write(() => rename(sessionId, from));
      if (to !== undefined) await reindexBranch(sessionId, to);
    }
  };
}
