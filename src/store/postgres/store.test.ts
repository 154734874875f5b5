import { beforeAll } from "vitest";
import { usePostgres } from "../../../test/support/postgres-ledger.ts";
import { describeStore } from "../contract/describe-store.ts";
import { openStore } from "../open.ts";

const postgres = usePostgres();
let ledger: string;
beforeAll(async () => {
  ledger = await postgres.newLedger();
});

describeStore("PostgreSQL", async () => openStore({ databaseUrl: await postgres.server.emptied(ledger) }));
