import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { clients } from "./clients.ts";
import { clientFiles } from "./fixtures.ts";
import { entryIn, fileOf, placed, run, useScene } from "./scene.ts";

useScene();
const all = clients.map(({ id }) => id);
/** A reference to a variable, as clients write it. */
const variable = (name: string): string => `\${${name}}`;
/** Clients whose files hold only values. */
const withoutReferences = clients
  .filter(({ reference, forward }) => !reference && !forward)
  .map(({ id }) => id);

describe("variables that a client gets", () => {
  const env = {
    CLEW_HOME: "/data/clew",
    DATABASE_URL: "postgres://clew:hunter2@db.example/clew",
    CLEW_TOKEN: "token-of-this-test-0123456789",
  };

  test("[K11] passes CLEW_HOME and DATABASE_URL on, the secret by reference where the client can", async () => {
    const expected: Record<string, object> = {
      "claude-code": { env: { CLEW_HOME: "/data/clew", DATABASE_URL: variable("DATABASE_URL:-") } },
      cursor: { env: { CLEW_HOME: "/data/clew", DATABASE_URL: variable("env:DATABASE_URL") } },
      vscode: { env: { CLEW_HOME: "/data/clew", DATABASE_URL: variable("env:DATABASE_URL") } },
      codex: { env: { CLEW_HOME: "/data/clew" }, env_vars: ["DATABASE_URL"] },
      gemini: { env: { CLEW_HOME: "/data/clew", DATABASE_URL: variable("DATABASE_URL") } },
      windsurf: { env: { CLEW_HOME: "/data/clew", DATABASE_URL: variable("env:DATABASE_URL") } },
      opencode: { env: { CLEW_HOME: "/data/clew", DATABASE_URL: "{env:DATABASE_URL}" } },
    };
    for (const id of withoutReferences)
      expected[id] = { env: { CLEW_HOME: "/data/clew", DATABASE_URL: env.DATABASE_URL } };
    for (const id of all) {
      const path = await placed(id);
      const { out } = await run([id], { env });
      const text = await readFile(path, "utf8");
      expect(entryIn(id, text)).toMatchObject({ command: "npx", ...expected[id] });
      expect(out).not.toContain("hunter2");
      expect(text.includes("hunter2")).toBe(withoutReferences.includes(id));
      expect((await run([id], { env })).out).toContain("is already connected");
      await run([id, "--remove"], { env });
      expect(await readFile(path, "utf8")).toBe(clientFiles[id]);
    }
  });

  test("[K11] over HTTP the token is a header, by reference", async () => {
    const expected: Record<string, object> = {
      "claude-code": { headers: { Authorization: `Bearer ${variable("CLEW_TOKEN:-")}` } },
      cursor: { headers: { Authorization: `Bearer ${variable("env:CLEW_TOKEN")}` } },
      vscode: { headers: { Authorization: `Bearer ${variable("env:CLEW_TOKEN")}` } },
      codex: { bearer_token_env_var: "CLEW_TOKEN" },
      gemini: { headers: { Authorization: `Bearer ${variable("CLEW_TOKEN")}` } },
      windsurf: { headers: { Authorization: `Bearer ${variable("env:CLEW_TOKEN")}` } },
      opencode: { headers: { Authorization: "Bearer {env:CLEW_TOKEN}" } },
    };
    for (const id of Object.keys(expected)) {
      const { out } = await run([id, "--transport", "http"], { env });
      const text = await readFile(fileOf(id), "utf8");
      expect(entryIn(id, text)).toMatchObject(expected[id]!);
      expect(text + out).not.toContain(env.CLEW_TOKEN);
      expect(out).toContain("It reads CLEW_TOKEN from its environment.");
    }
  });

  test("[K12] recognizes our HTTP entry at any address, and not the entry of another server", async () => {
    for (const id of clients.filter((client) => client.http).map((client) => client.id)) {
      const path = await placed(id);
      await run([id, "--transport", "http", "--url", "https://clew.example.org/mcp"]);
      expect((await run([])).out).toContain(`${id}\tdetected\tconnected\t`);
      expect((await run([id, "--remove"])).failure).toBeUndefined();
      expect(await readFile(path, "utf8")).toBe(clientFiles[id]);
    }
    await placed("cursor", "linux", '{"mcpServers": {"clew": {"url": "https://clew.example.org/mcp"}}}');
    expect((await run(["cursor", "--remove"])).failure).toContain("does not look like Clew; add --force");
  });

  test("[K13] after --transport http it says whether Clew answers there", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/healthz") return void response.end('{"status":"ok","version":"9.9.9"}');
      response.statusCode = request.headers.authorization === `Bearer ${env.CLEW_TOKEN}` ? 405 : 401;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const http = ["gemini", "--transport", "http", "--force", "--url"];
    expect((await run([...http, url])).out).toContain(`Clew 9.9.9 answers at ${url} and requires a token`);
    expect((await run([...http, url], { env })).out).toContain(`Clew 9.9.9 answers at ${url}.`);
    server.close();
    server.closeAllConnections();
    await once(server, "close");
    expect((await run([...http, url])).out).toContain(`Nothing answers at ${url}: start \`clew serve\``);
  });
});
