import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSessions } from "../../src/sessions/index.ts";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { openStore } from "../../src/store/open.ts";
import { fillWithQuotes, MARKER, seen } from "../support/erasure-places.ts";
import { debianPostgres } from "../support/postgres-binaries.ts";
import { useOwnPostgres } from "../support/postgres-ledger.ts";
import { hasDebianPostgres } from "../support/programs-installed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe.runIf(hasDebianPostgres)("a dump of PostgreSQL", () => {
  const postgres = useOwnPostgres({ bin: debianPostgres() });

  test("[LF9] has none of an erased text, whichever of two servers erased it", async () => {
    using folder = temporaryFolder();
    const databaseUrl = await postgres.server.newDatabase();
    const dump = () => execFileSync(join(debianPostgres()!, "pg_dump"), [databaseUrl], { encoding: "utf8" });
    const [one, other] = [await openStore({ databaseUrl }), await openStore({ databaseUrl })];
    const use = (store: typeof one) => createSessions(store, { thinkMaxThoughts: 100, home: folder.path });
    await fillWithQuotes(one, folder.path);
    await one.openSession({ id: "tagged", title: `On ${MARKER}`, tags: [MARKER], mode: "chain" });
    await one.append(draftOf({ sessionId: "tagged" }, `Again ${MARKER}`, { branchId: MARKER }));
    expect(seen(dump())).toBeGreaterThan(10);
    await use(other).redact("s", 2, "a secret", "ann");
    await use(other).remove(["tagged"], "ann");
    expect((await one.thoughts("s", {}))[1]).toMatchObject({ content: "[redacted]" });
    expect(await one.session("tagged")).toBeUndefined();
    expect(seen(dump())).toBe(0);
    await one.close();
    await other.close();
    expect(seen(dump())).toBe(0);
  });
});
