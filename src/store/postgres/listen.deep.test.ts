import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { startPostgres } from "../../../test/support/postgres.ts";
import { createListener } from "./listen.ts";

test("[PG49] listens through a connection to a standby once the standby is promoted", async () => {
  await using server = await startPostgres();
  writeFileSync(join(await server.halt(), "standby.signal"), "");
  await server.start();
  const client = new pg.Client(server.url);
  await client.connect();
  const connections = async () =>
    Number(
      (await client.query("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'clew'")).rows[0]
        .count,
    );
  const listening = createListener(server.url);
  const heard = new Set<string>();
  listening.listen("clew_first", (payload) => heard.add(payload));
  await expect.poll(connections).toBe(1);
  // A second channel on an existing connection.
  listening.listen("clew_second", (payload) => heard.add(payload));
  await client.query("SELECT pg_promote()");
  await expect
    .poll(
      async () => {
        await client.query("NOTIFY clew_first, 'first'; NOTIFY clew_second, 'second'");
        return [...heard].sort();
      },
      { timeout: 45_000 },
    )
    .toEqual(["first", "second"]);
  await listening.close();
  await client.end();
}, 60_000);

test("[PG52] reads only a part of a flood of notifications, and listens again after it", async () => {
  await using server = await startPostgres();
  const client = new pg.Client(server.url);
  await client.connect();
  const listening = createListener(server.url);
  let noise = 0;
  let connections = 0;
  const heard = new Set<string>();
  listening.listen(
    "clew_noise",
    (payload) => (payload.startsWith("noise") ? noise++ : heard.add(payload)),
    () => connections++,
  );
  await expect.poll(() => connections).toBe(1);
  await client.query("SELECT pg_notify('clew_noise', 'noise ' || i) FROM generate_series(1, 60000) AS i");
  await expect
    .poll(
      async () => {
        await client.query("NOTIFY clew_noise, 'after'");
        return heard.has("after") && connections > 1;
      },
      { timeout: 45_000 },
    )
    .toBe(true);
  expect(noise).toBeLessThan(30_000);
  await listening.close();
  await client.end();
}, 60_000);
