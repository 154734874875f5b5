import type { DatabaseSync } from "node:sqlite";
import { countsDown, type Draft, referredNumbers } from "../../ledger/index.ts";
import type { ClientOpeningKind } from "../../notebook/notebook-store.ts";
import { CANDIDATES, FEW } from "../client-candidates.ts";
import type { Clock } from "../clock.ts";

/** Finds the open chains of a client that a thought number continues. */
export const FITTING = `SELECT id FROM client_opening WHERE client = ?1 AND open_number = ?2 - 1
  UNION ALL SELECT id FROM client_opening WHERE client = ?1 AND open_number = ?2 + 1 AND counts_down LIMIT ?3`;

/** What clients without a handle have opened. Writes must run inside a write transaction. */
export type ClientOpenings = ReturnType<typeof createClientOpenings>;

/** Prepares the statements. */
export function createClientOpenings(db: DatabaseSync, clock: Clock) {
  const insert = db.prepare(
    "INSERT INTO client_opening (id, kind, client, opened_at, open_number) VALUES (?, ?, ?, ?, ?)",
  );
  const newest = db.prepare(
    "SELECT id FROM client_opening WHERE client = ? AND kind = ? ORDER BY opened_at DESC, id DESC LIMIT ?",
  );
  const fitting = db.prepare(FITTING);
  const refers = db.prepare("SELECT 1 FROM thought WHERE session_id = ? AND number = ? LIMIT 1");
  const move = db.prepare(
    "UPDATE client_opening SET open_number = ?, counts_down = ? WHERE id = ? AND kind = 'session'",
  );
  const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id as string);

  return {
    /** Records what a client opened. Only chains can be continued by number, and a new chain is open. */
    keep(id: string, kind: ClientOpeningKind, client: string, isChain: boolean): void {
      insert.run(id, kind, client, clock.now(), isChain ? 0 : null);
    },
    newest: (client: string, kind: ClientOpeningKind, limit: number): string[] =>
      idsOf(newest.all(client, kind, limit)),
    /** The client's only open session that a draft continues; undefined if none or several fit. */
    continued(client: string, draft: Draft): string | undefined {
      const numbers = referredNumbers(draft);
      const most = numbers.length === 0 ? FEW : CANDIDATES;
      const found = idsOf(fitting.all(client, draft.number!, most));
      if (found.length === CANDIDATES) return undefined;
      const fit = found.filter((id) => numbers.every((number) => refers.get(id, number)));
      return fit.length === 1 ? fit[0] : undefined;
    },
    /** Records the last number of a client's chain; null for a completed chain. */
    moved(
      id: string,
      number: number,
      before: { readonly number: number } | undefined,
      closed: boolean,
    ): void {
      move.run(closed ? null : number, countsDown(number, before) ? 1 : 0, id);
    },
  };
}
