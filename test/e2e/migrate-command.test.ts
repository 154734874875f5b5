import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { runClew } from "../support/clew.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { contentsOf, fillLedger } from "../support/sample-ledger.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const postgres = usePostgres();

test("[MG7] clew migrate copies a ledger there and back, with progress on stderr and a summary on stdout", async () => {
  using folder = temporaryFolder();
  const around = { home: folder.path, env: { DATABASE_URL: await postgres.server.newDatabase() } };
  const store = await openStore({ home: folder.path });
  await fillLedger(store);
  const contents = await contentsOf(store);
  await store.close();

  const there = await runClew(["migrate", "sqlite-to-postgres"], around);
  expect(there).toMatchObject({ code: 0, stderr: expect.stringMatching(/^copy thought: 49 of 49$/m) });
  expect(there.stdout).toMatch(/^thought +49 +[\da-f]{32} +identical$/m);

  const file = join(folder.path, "back", "clew.db");
  const back = await runClew(["migrate", "postgres-to-sqlite", "--database", file, "--json"], around);
  expect(back.code).toBe(0);
  expect(JSON.parse(back.stdout)).toMatchObject({
    tables: { thought: { rows: 49 }, session: { rows: 6 } },
    resumed: false,
    different: [],
  });
  const last = await openStore({ file });
  expect(await contentsOf(last)).toEqual(contents);
  await last.close();

  const again = await runClew(["migrate", "postgres-to-sqlite", "--database", file], around);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain("already contains a ledger");
});

test("[MG7] clew migrate reports what is missing", async () => {
  using folder = temporaryFolder();
  const around = { home: folder.path, env: { DATABASE_URL: "" } };
  const missing = await runClew(["migrate", "sqlite-to-postgres"], around);
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("DATABASE_URL") });
  const env = { DATABASE_URL: await postgres.server.newDatabase() };
  const empty = await runClew(["migrate", "sqlite-to-postgres"], { ...around, env });
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no ledger at") });
  const nobody = { DATABASE_URL: postgres.server.guardedUrl("wrong-secret") };
  const refused = await runClew(["migrate", "postgres-to-sqlite"], { ...around, env: nobody });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("password") });
  expect(refused.stderr).not.toContain("wrong-secret");
});
