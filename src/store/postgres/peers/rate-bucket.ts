import type { Lease, LeaseOrder } from "../../peers.ts";
import type { Rows } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";

/** Takes tokens out of a bucket, or none when there are too few; a bucket that is not there is full. */
export async function leaseTokens(db: Rows, order: LeaseOrder): Promise<Lease> {
  const { key, perMinute, atLeast, atMost, unused } = order;
  const [row] = await db.query(LEASE, [key, perMinute, atLeast, atMost, unused]);
  return { granted: row!.granted as number, left: row!.tokens as number };
}

/** Forgets buckets that have filled since they were last used. */
export async function forgetFullBuckets(db: Rows): Promise<void> {
  await db.query(FORGET);
}

/** What is granted of a bucket's tokens, and what stays; `tokens` is SQL for what is in it. */
const grant = (tokens: string) =>
  `SELECT f - g AS tokens, g AS granted, t AS filled_at FROM (
     SELECT f, t, CASE WHEN f < $3::float8 THEN 0 ELSE least($4::float8, floor(f)) END AS g
     FROM (SELECT least($2::float8, ${tokens}) AS f, t FROM (SELECT ${DATABASE_TIME} AS t) AS clock) AS filled
   ) AS given`;

const LEASE = `
  INSERT INTO clew.rate_bucket AS bucket (key, tokens, granted, filled_at)
  SELECT $1, new.tokens, new.granted, new.filled_at FROM (${grant("$2::float8")}) AS new
  ON CONFLICT (key) DO UPDATE SET (tokens, granted, filled_at) =
    (${grant("bucket.tokens + $5::float8 + greatest(0, t - bucket.filled_at) * $2::float8 / 60000")})
  RETURNING tokens, granted`;

const FORGET = `
  DELETE FROM clew.rate_bucket WHERE key IN (
    SELECT key FROM clew.rate_bucket WHERE filled_at < ${DATABASE_TIME} - 60000 FOR UPDATE SKIP LOCKED)`;
