import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectHttp } from "../support/connect.ts";
import { type Serving, startOne } from "../support/serve.ts";
import { scratchFolder } from "./scratch.ts";

test("[MX11] a server whose database was deleted refuses every call, is not ready, and logs it once", async () => {
  const { client, server, home } = await serve();
  expect(await think(client, "before")).toMatchObject({ isError: false });
  expect((await readiness(server)).status).toBe(200);
  rmSync(join(home, "clew.db"));
  for (const thought of ["one", "two", "three"]) {
    const { isError, meta, text } = await think(client, thought);
    expect({ isError, code: meta["clew/code"] }).toEqual({ isError: true, code: "STORE_MOVED" });
    expect(text).not.toContain(home);
  }
  const listed = await fetch(`${server.address}/api/sessions`);
  expect([listed.status, await listed.json()]).toMatchObject([503, { error: { code: "STORE_MOVED" } }]);
  const { status, body } = await until(server, 503);
  expect([status, body]).toMatchObject([
    503,
    { status: "not_ready", reason: expect.stringMatching(/deleted/) },
  ]);
  expect(JSON.stringify(body)).not.toContain(home);
  const port = new URL(server.address).port;
  const doctor = await runClew(["doctor", "--port", port], { home: join(home, "other") });
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(/FAIL {2}port .*not ready: .*deleted, moved or replaced/);
  const errors = linesOf(server).filter(({ level }) => level === "error");
  expect(errors).toMatchObject([{ event: "store failure", code: "STORE_MOVED" }]);
});

test("[MX11] the server is ready again when the same file is back", async () => {
  const { client, server, home } = await serve();
  await think(client, "before");
  renameSync(join(home, "clew.db"), join(home, "away"));
  await until(server, 503);
  renameSync(join(home, "away"), join(home, "clew.db"));
  await until(server, 200);
  expect(await think(client, "after")).toMatchObject({ isError: false });
});

test("[MX12] a server whose disk refuses thoughts of ordinary size is not ready until there is space", async () => {
  const { client, server, home } = await serve();
  await think(client, "before");
  await until(server, 200);
  limitFiles(server.pid, statSync(join(home, "clew.db-wal")).size + 20_000);
  const refused = await think(client, "because ".repeat(1_000));
  expect(refused.meta["clew/code"]).toBe("STORE_FULL");
  const { body } = await until(server, 503);
  expect(body).toMatchObject({ status: "not_ready", reason: expect.stringMatching(/full/) });
  limitFiles(server.pid, "unlimited");
  await until(server, 200);
  expect(await think(client, "because ".repeat(1_000))).toMatchObject({ isError: false });
});

test("[S14] a list counts acknowledged thoughts when the disk is too full to write the counts", async () => {
  const { client, server, home } = await serve();
  await think(client, "first", "quiet");
  await think(client, "first", "busy");
  const counts = async () => {
    const { sessions } = (await (await fetch(`${server.address}/api/sessions`)).json()) as {
      readonly sessions: readonly { readonly id: string; readonly thoughtCount: number }[];
    };
    return sessions.map(({ id, thoughtCount }) => [id, thoughtCount]);
  };
  expect(await counts()).toEqual([
    ["busy", 1],
    ["quiet", 1],
  ]);
  // Nothing can be written after the appends of this moment, so the counts in the rows are outdated.
  const acknowledged = think(client, "second", "quiet").then((answer) => {
    limitFiles(server.pid, statSync(join(home, "clew.db-wal")).size);
    return answer;
  });
  expect(await acknowledged).toMatchObject({ isError: false });
  expect(await think(client, "refused", "busy")).toMatchObject({ isError: true });
  expect(await counts()).toEqual([
    ["quiet", 2],
    ["busy", 1],
  ]);
});

async function serve() {
  const home = join(scratchFolder(), "home");
  mkdirSync(home);
  const server = await startOne({ home, env: { LOG_FORMAT: "json" } });
  onTestFinished(() => server.kill());
  const { client } = await connectHttp("2026-07-28", server.url);
  onTestFinished(() => client.close());
  return { home, server, client };
}

const think = (client: Client, thought: string, session_id = "s") =>
  call(client, "think", { thought, session_id });

async function readiness({ address }: Serving) {
  const answer = await fetch(`${address}/readyz`);
  return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> };
}

/** Repeats a request until the server answers with this status; it may cache an answer for a second. */
async function until(server: Serving, status: number) {
  return expect
    .poll(() => readiness(server), { interval: 100 })
    .toMatchObject({ status })
    .then(() => readiness(server));
}

function linesOf(server: Serving): readonly Readonly<Record<string, unknown>>[] {
  return server
    .log()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

/** No file of the process may grow beyond this many bytes, as with a quota. */
function limitFiles(pid: number, bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
}
