import { afterAll, beforeAll, describe } from "vitest";
import { debianPostgres, type RunningPostgres, startPostgres } from "../../../test/support/postgres.ts";
import { describeStore } from "../contract/describe-store.ts";
import { openStore } from "../open.ts";

const debian = debianPostgres();
const servers = [
  { name: "PostgreSQL from npm" },
  ...(debian ? [{ name: "Debian's PostgreSQL", bin: debian }] : []),
];

for (const { name, ...options } of servers)
  describe(name, () => {
    let postgres: RunningPostgres;
    let ledger: string;
    beforeAll(async () => {
      postgres = await startPostgres(options);
      ledger = postgres.url;
      await (await openStore({ databaseUrl: ledger })).close();
    });
    afterAll(() => postgres.stop());

    describeStore(name, async () => openStore({ databaseUrl: await postgres.emptied(ledger) }));
  });
