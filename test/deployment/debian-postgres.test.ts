import { beforeAll, describe } from "vitest";
import { describeStore } from "../../src/store/contract/describe-store.ts";
import { openStore } from "../../src/store/open.ts";
import { debianPostgres } from "../support/postgres-binaries.ts";
import { useOwnPostgres } from "../support/postgres-ledger.ts";
import { hasDebianPostgres } from "../support/programs-installed.ts";

describe.runIf(hasDebianPostgres)("the PostgreSQL version that Debian ships", () => {
  const postgres = useOwnPostgres({ bin: debianPostgres() });
  let ledger: string;
  beforeAll(async () => {
    ledger = await postgres.newLedger();
  });

  describeStore("Debian's PostgreSQL", async () =>
    openStore({ databaseUrl: await postgres.server.emptied(ledger) }),
  );
});
