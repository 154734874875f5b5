import { type Draft, referredNumbers } from "../../../ledger/index.ts";
import type { ClientPlaceKind } from "../../../notebook/notebook-store.ts";
import { CANDIDATES, FEW, MOST_PLACES } from "../../client-candidates.ts";
import type { Queryable } from "../database.ts";
import { handleKey } from "./handle-table.ts";

/** Keeps what a client opened without a handle. A chain is open from the start; nothing else is continued by number. */
export async function keepClientPlace(
  tx: Queryable,
  place: { id: string; kind: ClientPlaceKind; client: string; isChain?: boolean },
  now: number,
): Promise<void> {
  const { id, kind, client, isChain = false } = place;
  await tx.query(KEEP, [id, kind, handleKey(client), now, isChain ? 0 : null]);
}

/** Ids of what a client opened, newest first. */
export async function newestClientPlaces(
  db: Queryable,
  client: string,
  kind: ClientPlaceKind,
  limit: number,
): Promise<string[]> {
  const most = Math.max(0, Math.min(limit, MOST_PLACES));
  return idsOf(await db.query(NEWEST, [handleKey(client), kind, most]));
}

/** The one open session of a client that a draft continues; undefined when none or several fit. */
export async function continuedSession(
  db: Queryable,
  client: string,
  draft: Draft,
): Promise<string | undefined> {
  const numbers = referredNumbers(draft);
  const most = numbers.length === 0 ? FEW : CANDIDATES;
  let fit = idsOf(await db.query(FITTING, [handleKey(client), draft.number!, most]));
  if (fit.length === CANDIDATES) return undefined;
  for (const number of numbers) fit = idsOf(await db.query(REFERRING, [fit, number]));
  return fit.length === 1 ? fit[0] : undefined;
}

const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map(({ id }) => id as string);

const KEEP = `INSERT INTO clew.client_place (id, kind, client, opened_at, open_number)
  VALUES ($1, $2, $3, $4::bigint, $5::bigint)`;

const NEWEST = `SELECT id FROM clew.client_place WHERE client = $1 AND kind = $2
  ORDER BY opened_at DESC, id DESC LIMIT $3`;

/** Finds the open chains of a client that a number fits. */
export const FITTING = `SELECT id FROM clew.client_place WHERE client = $1 AND open_number = $2::bigint - 1
  UNION ALL SELECT id FROM clew.client_place WHERE client = $1 AND open_number = $2::bigint + 1 AND counts_down LIMIT $3`;

const REFERRING = `SELECT s.id FROM unnest($1::text[]) AS s (id)
  WHERE EXISTS (SELECT 1 FROM clew.thought t WHERE t.session_id = s.id AND t.number = $2::bigint)`;
