import { expect, it } from "vitest";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { CONTINUABLE } from "./handles.ts";

const ground = usePostgres();

it("[HN10] finds the session of a thought without a handle by the index of open chains", async () => {
  const db = await ground.connect(await ground.newLedger());
  await db.query(`INSERT INTO clew.client_opening (id, kind, client, opened_at, open_number)
    SELECT 's' || n, 'session', 'client:editor', n, n % 100 FROM generate_series(1, 20000) AS n`);
  await db.query("ANALYZE clew.client_opening");
  const { rows } = await db.query(`EXPLAIN ${CONTINUABLE}`, ["client:editor", 4, 2]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).not.toContain("Seq Scan");
  expect(plan.match(/client_opening_number/g)).toHaveLength(2);
});
