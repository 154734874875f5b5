import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { describeTwoStores } from "../contract/two-stores.ts";
import { openStore } from "../open.ts";

const postgres = usePostgres();

describeTwoStores("PostgreSQL", async () => {
  const databaseUrl = await postgres.newLedger();
  return [await openStore({ databaseUrl }), await openStore({ databaseUrl })];
});
