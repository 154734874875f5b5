import { expect, test } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { connectHttp } from "../support/connect.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ground = usePostgres();

/**
 * Makes the database refuse everything that needs new space, as a full disk does: thoughts, and texts that stay large
 * after compression.
 */
const FULL = `
  CREATE FUNCTION clew.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_TABLE_NAME = 'thought' OR 8000 <
        (SELECT pg_column_size(task) FROM clew.handle WHERE handle = to_jsonb(NEW) ->> 'handle') THEN
      RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END IF;
    RETURN NEW; END $$;
  CREATE TRIGGER full_disk AFTER INSERT ON clew.thought FOR EACH ROW EXECUTE FUNCTION clew.full_disk();
  CREATE TRIGGER full_disk AFTER INSERT OR UPDATE ON clew.handle FOR EACH ROW EXECUTE FUNCTION clew.full_disk()`;
const FREED = "DROP FUNCTION clew.full_disk() CASCADE";

test("[PG48] on a full disk callers get STORE_FULL and /readyz is 503, until there is space", async () => {
  const url = await ground.newLedger();
  const admin = await ground.connect(url);
  using folder = temporaryFolder();
  await using serving = await startOne({ home: folder.path, env: { DATABASE_URL: url } });
  const { client } = await connectHttp("2026-07-28", serving.url);
  const think = () => call(client, "thoughtbox", { thought: "A thought", sessionTitle: "Full" });
  const ready = async () => (await fetch(new URL("/readyz", serving.address))).status;
  expect((await think()).isError).toBe(false);
  await admin.query(FULL);
  expect(await think()).toMatchObject({ isError: true, text: expect.stringContaining("disk is full") });
  await expect.poll(ready).toBe(503);
  const body = await (await fetch(new URL("/readyz", serving.address))).text();
  expect(body).toContain("disk is full");
  await admin.query(FREED);
  await expect.poll(ready).toBe(200);
  expect((await think()).isError).toBe(false);
  await client.close();
}, 60_000);

test("[PG50] a server with open notebooks stops without being forced", async () => {
  const url = await ground.newLedger();
  using folder = temporaryFolder();
  await using serving = await startOne({ home: folder.path, env: { DATABASE_URL: url } });
  const { client } = await connectHttp("2026-07-28", serving.url);
  await answerOf(client, "notebook", { operation: "create", title: "Short", language: "javascript" });
  await expect.poll(serving.log).toContain("notebook sandbox layers");
  await client.close();
  await serving.stop();
  expect(serving.log()).toContain("stopping");
  expect(serving.log()).not.toContain("stop forced");
}, 60_000);
