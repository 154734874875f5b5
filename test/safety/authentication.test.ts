import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { AUDIENCE, startIssuer } from "./issuer.ts";
import { bearer, type MadePrincipal, newPrincipal, writeTokens } from "./principals.ts";

const TOKEN = "a-token-that-nobody-guesses-0123456789";

describe("a server with one token", () => {
  it.each(["127.0.0.1", "0.0.0.0"])(
    "[SA1] on %s answers callers with the token, and nobody else",
    async (host) => {
      using home = temporaryFolder();
      const around = { home: home.path, env: { CLEW_TOKEN: TOKEN } };
      await using serving = await startServe(around, ["--host", host]);
      const url = new URL(serving.url.href.replace("0.0.0.0", "127.0.0.1"));
      for (const era of eras) {
        await expect(connectHttp(era, url)).rejects.toThrow();
        await expect(connectHttp(era, url, bearer(`${TOKEN}x`))).rejects.toThrow();
        await using connected = await connectHttp(era, url, bearer(TOKEN));
        expect(await answerOf(connected.client, "think", { thought: "Let in" })).toMatchObject({ step: 1 });
      }
      for (const path of ["/metrics", "/api/invocations"]) {
        expect((await fetch(new URL(path, url))).status).toBe(401);
        expect((await fetch(new URL(path, url), { headers: bearer(TOKEN) })).status).toBe(200);
      }
      expect((await fetch(new URL("/healthz", url))).status).toBe(200);
      await serving.stop();
      expect(serving.log()).not.toContain(TOKEN);
      const { stdout } = await runClew(["invocations", "list", "--json"], { home: home.path });
      expect(stdout).toContain("think");
      expect(stdout).not.toContain(TOKEN);
    },
  );

  it("[SA1] a session of the handshake era cannot be used without the token", async () => {
    using home = temporaryFolder();
    await using serving = await startServe({ home: home.path, env: { CLEW_TOKEN: TOKEN } });
    const ask = (headers: Record<string, string>, method: string) =>
      fetch(serving.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method,
          params:
            method === "initialize"
              ? { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "0" } }
              : {},
        }),
      });
    const opened = await ask(bearer(TOKEN), "initialize");
    await opened.text();
    const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    expect((await ask({ ...session, ...bearer(TOKEN) }, "ping")).status).toBe(200);
    expect((await ask(session, "ping")).status).toBe(401);
  });
});

describe("a server that requires a token", () => {
  it("[P16] a large body of an unauthenticated caller is answered without being stored in memory", async () => {
    using home = temporaryFolder();
    await using serving = await startServe({ home: home.path, env: { CLEW_TOKEN: TOKEN } });
    const before = mostMemory(serving.pid);
    const send = async (size: number) => {
      const answer = await fetch(serving.url, { method: "POST", body: Buffer.alloc(size, " ") });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: "unauthorized" });
    };
    await send(1 << 20);
    await Promise.all(Array.from({ length: 12 }, () => send(32 << 20)));
    // All of them together are 384 MiB.
    expect(mostMemory(serving.pid) - before).toBeLessThan(192);
  });
});

describe("an unsafe configuration", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["nothing", {}, /is not loopback.*CLEW_TOKEN, CLEW_TOKENS_FILE, or CLEW_JWT_ISSUER/],
    [
      "a token that is too short",
      { CLEW_TOKEN: "secret" },
      /^clew: CLEW_TOKEN must be at least 20 characters/,
    ],
    [
      "a file that is not there",
      { CLEW_TOKENS_FILE: "none.json" },
      /^clew: CLEW_TOKENS_FILE: cannot be read/,
    ],
    [
      "half an issuer",
      { CLEW_JWT_ISSUER: "https://id.example.org" },
      /^clew: CLEW_JWT_AUDIENCE and CLEW_JWKS_URL must/,
    ],
    [
      "keys in the clear",
      { CLEW_JWKS_URL: "http://id.example.org/jwks" },
      /^clew: CLEW_JWKS_URL must be an https/,
    ],
    [
      "a rate of no tool",
      { CLEW_TOKEN: TOKEN, CLEW_TOOL_RATES: "thnk=1" },
      /^clew: CLEW_TOOL_RATES: no tool 'thnk'/,
    ],
  ])("[SA1] with %s is refused in one line", async (_, env, line) => {
    using home = temporaryFolder();
    const ran = await runClew(["serve", "--port", "0", "--host", "0.0.0.0"], { home: home.path, env });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(line);
    expect(ran.stderr.match(/\n/g)).toHaveLength(1);
    expect(ran.stderr).not.toContain("'secret'");
  });
});

describe("a server with a tokens file", () => {
  it("[SA4] enforces each principal's scopes, in both eras", async () => {
    using home = temporaryFolder();
    const reader = await newPrincipal(home.path, "reader", "read");
    const writer = await newPrincipal(home.path, "writer", "write");
    const path = writeTokens(home.path, reader, writer);
    await using serving = await startServe({ home: home.path, env: { CLEW_TOKENS_FILE: path } });
    for (const era of eras) {
      await using reading = await connectHttp(era, serving.url, bearer(reader.token));
      await using writing = await connectHttp(era, serving.url, bearer(writer.token));
      expect((await reading.client.listTools()).tools.length).toBeGreaterThan(5);
      await answerOf(reading.client, "recall", { query: "anything" });
      await expect(call(reading.client, "think", { thought: "No" })).rejects.toThrow(
        /Insufficient scope: .*write/,
      );
      await answerOf(writing.client, "think", { thought: "Yes" });
      await expect(call(writing.client, "recall", { query: "anything" })).rejects.toThrow(
        /Insufficient scope: .*read/,
      );
      const cell = { operation: "run_cell", args: { cellId: "x" } };
      await expect(call(writing.client, "notebook", cell)).rejects.toThrow(/Insufficient scope: .*run/);
      const costly = { content: "Why?" };
      await expect(call(writing.client, "reasoning_linear", costly)).rejects.toThrow(
        /Insufficient scope: .*engine/,
      );
      await expect(call(writing.client, "reasoning.linear", costly)).rejects.toThrow(
        /Insufficient scope: .*engine/,
      );
      const critical = { thought: "Well", critique: true };
      await expect(call(writing.client, "thoughtbox", critical)).rejects.toThrow(
        /Insufficient scope: .*engine/,
      );
      const uri = "thoughtbox://capabilities";
      await expect(writing.client.readResource({ uri })).rejects.toThrow(/Insufficient scope: .*read/);
      expect((await reading.client.readResource({ uri })).contents).toHaveLength(1);
    }
  });

  it("[SA2] a token removed from the file stops working without a restart, and a new one starts working", async () => {
    using home = temporaryFolder();
    const [ann, ben] = [
      await newPrincipal(home.path, "ann", "read,write"),
      await newPrincipal(home.path, "ben", "read"),
    ];
    const path = writeTokens(home.path, ann);
    await using serving = await startServe({ home: home.path, env: { CLEW_TOKENS_FILE: path } });
    const statusOf = async ({ token }: MadePrincipal) =>
      (await fetch(new URL("/metrics", serving.address), { headers: bearer(token) })).status;
    expect([await statusOf(ann), await statusOf(ben)]).toEqual([200, 401]);
    writeTokens(home.path, ben);
    const statuses = async () => [await statusOf(ann), await statusOf(ben)];
    await expect.poll(statuses).toEqual([401, 200]);
    writeFileSync(path, '{ "principals": [{}] }');
    const logged = async () => {
      expect(await statusOf(ben)).toBe(200);
      return serving.log();
    };
    await expect.poll(logged).toMatch(/tokens file/);
  });

  it.each([
    ["a scope that is none", ["ann", "--scopes", "all"], /^clew: scopes\[0\] must be one of read, write/],
    ["a name that is none", ["a b"], /^clew: name must be up to 64/],
  ])("[SA2] `clew token` refuses %s", async (_, args, line) => {
    using home = temporaryFolder();
    const ran = await runClew(["token", ...args], { home: home.path });
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(line);
  });

  it("[SA2] `clew token` shows a token once, and an entry without it", async () => {
    using home = temporaryFolder();
    const { stdout } = await runClew(["token", "ann"], { home: home.path });
    const token = /^token {2}(clew_[\w-]{43})$/m.exec(stdout)?.[1] ?? "";
    expect(stdout.split(token)).toHaveLength(2);
    const entry = JSON.parse(/^entry {2}(.*)$/m.exec(stdout)?.[1] ?? "");
    expect(entry).toEqual({
      name: "ann",
      tokenHash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      scopes: ["read", "write"],
    });
  });
});

describe("a server that accepts JWTs", () => {
  it("[SA3] follows its issuer from the challenge to a call, in both eras", async () => {
    using home = temporaryFolder();
    await using issuer = await startIssuer();
    const env = {
      CLEW_JWT_ISSUER: issuer.name,
      CLEW_JWT_AUDIENCE: AUDIENCE,
      CLEW_JWKS_URL: issuer.jwksUrl,
      CLEW_TOKEN: TOKEN,
    };
    await using serving = await startServe({ home: home.path, env });
    const refused = await fetch(serving.url, { method: "POST", body: "{}" });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get("www-authenticate") ?? "";
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? "";
    expect(await (await fetch(metadata)).json()).toMatchObject({
      resource: serving.url.href,
      authorization_servers: [issuer.name],
    });
    for (const era of eras) {
      await using connected = await connectHttp(era, serving.url, bearer(await issuer.sign()));
      await answerOf(connected.client, "think", { thought: "Signed" });
      await expect(call(connected.client, "reasoning_linear", { content: "?" })).rejects.toThrow(
        /Insufficient scope: .*engine/,
      );
      await using owner = await connectHttp(era, serving.url, bearer(TOKEN));
      await answerOf(owner.client, "think", { thought: "Known" });
    }
    const elsewhere = await issuer.sign({ aud: "https://other.example.org" });
    await expect(connectHttp("2026-07-28", serving.url, bearer(elsewhere))).rejects.toThrow();
  });
});

/** The peak resident memory of a process in megabytes; 0 where the system does not report it. */
function mostMemory(pid: number): number {
  const facts = `/proc/${pid}/status`;
  if (!existsSync(facts)) return 0;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(facts, "utf8"))?.[1]) / 1024;
}
