import { expect, test } from "vitest";
import { call } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { startPostgres } from "../support/postgres.ts";
import { startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("[PG45] while the database is unreachable callers get a clear failure, and SIGTERM ends the server in time", async () => {
  await using database = await startPostgres();
  using folder = temporaryFolder();
  await using serving = await startOne({ home: folder.path, env: { DATABASE_URL: database.url } });
  const clients = await Promise.all(eras.map((era) => connectHttp(era, serving.url)));
  for (const { client } of clients)
    expect((await call(client, "think", { thought: "Before", session_id: "away" })).isError).toBe(false);
  await database.kill();

  const answers = await Promise.all([
    ...clients.map(({ client }) =>
      call(client, "think", { thought: "Meanwhile", session_id: "away" }).then(
        ({ text }) => text,
        (error: Error) => error.message,
      ),
    ),
    fetch(new URL("/api/sessions", serving.address)).then((answer) => answer.text()),
    fetch(serving.url, { method: "POST", headers: HEADERS, body: JSON.stringify(INITIALIZE) }).then(
      (answer) => answer.text(),
    ),
  ]);
  for (const answer of answers) {
    expect(answer).toMatch(/PostgreSQL/);
    expect(answer).not.toMatch(/Internal error|127\.0\.0\.1|\bat \w+ \(/);
  }

  const asked = performance.now();
  await serving.stop();
  expect(performance.now() - asked).toBeLessThan(30_000);
  for (const { client } of clients) await client.close().catch(() => {});
}, 180_000);

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "away", version: "0" } },
};
