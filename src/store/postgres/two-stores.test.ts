import { afterAll, beforeAll } from "vitest";
import { type RunningPostgres, startPostgres } from "../../../test/support/postgres.ts";
import { describeTwoStores } from "../contract/two-stores.ts";
import { openStore } from "../open.ts";

let postgres: RunningPostgres;
let empty: string;

beforeAll(async () => {
  postgres = await startPostgres();
  empty = await postgres.newDatabase();
  await (await openStore({ databaseUrl: empty })).close();
});
afterAll(() => postgres.stop());

describeTwoStores("PostgreSQL", async () => {
  const databaseUrl = await postgres.newDatabase(empty);
  return [await openStore({ databaseUrl }), await openStore({ databaseUrl })];
});
