import { once } from "node:events";
import pg from "pg";
import { expect, test } from "vitest";
import { call } from "../support/call.ts";
import { spawnClew } from "../support/clew.ts";
import { connectHttp } from "../support/connect.ts";
import { startPostgres } from "../support/postgres.ts";
import { startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Starts a command without waiting until it is ready. */
function start(args: readonly string[], home: string, url: string) {
  const child = spawnClew(args, { home, env: { DATABASE_URL: url } });
  const exited = once(child, "exit");
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return { child, exited, out: () => out, err: () => err };
}

const PATIENT = { timeout: 45_000 };

test("[PG46] servers and workers that start before their database wait for it, log it, and stop on SIGTERM", async () => {
  await using database = await startPostgres();
  using folder = temporaryFolder();
  await database.halt();
  const started = [["serve", "--port", "0"], ["worker"], ["serve", "--port", "0"]].map((args) =>
    start(args, folder.path, database.url),
  );
  for (const one of started)
    await expect
      .poll(one.err, PATIENT)
      .toMatch(/waiting for the database.*no PostgreSQL server answers there/);
  const stopped = started.pop()!;
  stopped.child.kill("SIGTERM");
  expect(await stopped.exited).toEqual([0, null]);
  await database.start();
  await expect.poll(started[0]!.out, PATIENT).toContain("listens on");
  await expect.poll(started[1]!.out, PATIENT).not.toBe("");
  for (const { child, exited, err } of started) {
    expect(err().match(/waiting for the database/g)?.length).toBeLessThan(5);
    child.kill("SIGKILL");
    await exited;
  }
}, 90_000);

test("[PG46] a wrong password ends a server at once, with one line", async () => {
  await using database = await startPostgres();
  using folder = temporaryFolder();
  const one = start(["serve", "--port", "0"], folder.path, database.guardedUrl("wrong"));
  expect(await one.exited).toEqual([1, null]);
  expect(one.err()).toMatch(/^clew: [^\n]*does not accept the user or the password[^\n]*\n$/);
}, 60_000);

test("[PG46] [PG47] a server that finds no free connection reports what to change, and starts when one is free", async () => {
  await using database = await startPostgres({ settings: { max_connections: "12" } });
  using folder = temporaryFolder();
  const { url } = database;
  await (await startOne({ home: folder.path, env: { DATABASE_URL: url } })).stop();
  const holders: pg.Client[] = [];
  for (let isFull = false; !isFull; ) {
    const client = new pg.Client(url);
    client.on("error", () => {});
    isFull = await client.connect().then(
      () => holders.push(client) > 50,
      () => true,
    );
  }
  const one = start(["serve", "--port", "0"], folder.path, url);
  await expect
    .poll(one.err, PATIENT)
    .toMatch(/waiting for the database.*max_connections.*DATABASE_MAX_CONNECTIONS/);
  for (const client of holders) await client.end();
  await expect.poll(one.out, PATIENT).toMatch(/listens on http:\S+/);
  const address = /http:\S+/.exec(one.out())![0];
  const { client } = await connectHttp("2026-07-28", new URL("/mcp", address));
  expect((await call(client, "think", { thought: "There is room", session_id: "room" })).isError).toBe(false);
  await client.close();
  one.child.kill("SIGKILL");
  await one.exited;
}, 90_000);
