import { describe, expect, test } from "vitest";
import { messagesOf, modernCall, openEndpoint, post, rpc } from "../../../test/support/mcp-endpoint.ts";
import { createApp } from "../app.ts";
import { createGate, type GateParts } from "./gate.ts";
import { authenticateTokens, hashOf } from "./named-tokens.ts";
import { type Authenticate, firstOf } from "./principal.ts";
import type { Scope } from "./scope.ts";
import { TOKEN_NEEDED_PATHS } from "./token-page.ts";

const tokens = [
  { name: "ann", hash: hashOf("token-of-ann"), scopes: ["read", "write"] as const },
  { name: "ben", hash: hashOf("token-of-ben"), scopes: ["run"] as const },
];
const known = authenticateTokens(() => tokens);
const metadata = 'resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource/mcp"';

function open(parts: Partial<GateParts> = {}) {
  const { endpoint } = openEndpoint();
  const needed = (message: unknown): readonly Scope[] =>
    (message as { method: string }).method === "tools/call" ? ["write"] : [];
  const gate = createGate({ authenticate: known, neededScopes: needed, ...parts });
  const app = createApp({
    endpoint,
    gate,
    checkTools: () => undefined,
    hostnames: ["clew.example.org"],
    version: "0.0.0",
    metrics: async () => "metrics",
    api: { viewOf: () => ({ store: { invocations: async () => [] } }) } as never,
  });
  const ask = (request: Request, authorization?: string) => {
    request.headers.set("host", "127.0.0.1");
    if (authorization !== undefined) request.headers.set("authorization", authorization);
    return app.request(request);
  };
  return {
    ask,
    routes: app.routes,
    get: (path: string, authorization?: string) => ask(new Request(`http://127.0.0.1${path}`), authorization),
  };
}

const stayOpen = [
  "/",
  "/healthz",
  "/readyz",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  ...TOKEN_NEEDED_PATHS,
];

describe("authentication", () => {
  test.each(["/mcp", "/api/invocations", "/metrics", "/no-such-page"])(
    "[SA2] %s requires a token, and the challenge links to the metadata",
    async (path) => {
      const answer = await open().get(path);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe(`Bearer scope="read write", ${metadata}`);
    },
  );

  test("[SA2] every route and method requires a token, except the public ones", async () => {
    const { ask, routes } = open();
    const paths = [...new Set(routes.map(({ path }) => path.replace(/:\w+/g, "x")))];
    const guarded = paths.filter((path) => !path.includes("*") && !stayOpen.includes(path));
    expect(guarded.length).toBeGreaterThan(20);
    for (const path of guarded)
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { status } = await ask(new Request(`http://127.0.0.1${path}`, { method }));
        expect({ method, path, status }).toEqual({ method, path, status: 401 });
      }
  });

  test.each(["/healthz", "/", "/readyz"])("[SA1] %s is public", async (path) => {
    expect((await open().get(path)).status).toBe(200);
  });

  test.each(["Bearer token-of-eve", "bearer token-of-ann.", "Bearer a.b.c"])(
    "[SA2] a wrong token (%s) is 401 invalid_token",
    async (authorization) => {
      const answer = await open().get("/mcp", authorization);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(
        /^Bearer error="invalid_token", .*resource_metadata=/,
      );
      expect(await answer.text()).not.toContain("token-of");
    },
  );

  test.each(["Bearer", "Bearer ", "Bearer a b", "Bearer token-of-ann, Bearer token-of-ben", 'Bearer "x"'])(
    "[SA2] refuses an invalid header (%j)",
    async (authorization) => {
      const answer = await open().get("/mcp", authorization);
      expect(answer.status).toBe(400);
      expect(answer.headers.get("www-authenticate")).toContain('error="invalid_request"');
    },
  );

  test.each(["Basic YW5uOnRva2Vu", "token-of-ann", "", "BearerX token-of-ann"])(
    "[SA2] another scheme (%j) counts as no token",
    async (authorization) => expect((await open().get("/mcp", authorization)).status).toBe(401),
  );

  test("[SA2] refuses a token in the URL, valid or not", async () => {
    const { get } = open();
    for (const authorization of [undefined, "Bearer token-of-ann"]) {
      const answer = await get("/mcp?access_token=token-of-ann", authorization);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    }
  });

  test("[SA2] tools get the caller's name but not its token", async () => {
    const answer = await open().ask(modernCall("look"), "bearer token-of-ann");
    expect(answer.status).toBe(200);
    const text = JSON.stringify(await messagesOf(answer));
    expect(text).toContain('\\"principal\\":\\"ann\\"');
    expect(text).not.toContain("token-of-ann");
  });

  test("[SA4] refuses a call without its scope and names the scope", async () => {
    const answer = await open().ask(modernCall("look"), "Bearer token-of-ben");
    expect(answer.status).toBe(403);
    const challenge = answer.headers.get("www-authenticate");
    expect(challenge).toBe(`Bearer error="insufficient_scope", scope="write", ${metadata}`);
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining("'write'") },
    });
  });

  test("[SA4] refuses a batch if one of its messages needs more", async () => {
    const batch = [rpc("ping"), rpc("tools/call", { name: "look", arguments: {} }, 2)];
    expect((await open().ask(post(batch), "Bearer token-of-ben")).status).toBe(403);
    expect((await open().ask(post(rpc("ping")), "Bearer token-of-ben")).status).toBe(200);
  });

  test.each(["/api/invocations", "/metrics"])("[SA4] %s needs the read scope", async (path) => {
    const { get } = open();
    expect((await get(path, "Bearer token-of-ann")).status).toBe(200);
    const refused = await get(path, "Bearer token-of-ben");
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('scope="read"');
  });

  test("[SA3] answers 503 if a token cannot be verified, so that the client keeps it", async () => {
    const authenticate: Authenticate = async () => ({ unavailable: "The issuer's keys cannot be fetched." });
    const { get } = open({ authenticate: firstOf([known, authenticate]) });
    const answer = await get("/mcp", "Bearer a.b.c");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("5");
    expect((await get("/metrics", "Bearer token-of-ann")).status).toBe(200);
  });
});

describe("the metadata of the protected resource", () => {
  const paths = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];

  test.each(paths)("[SA3] is public at %s and names the issuer", async (path) => {
    const { get } = open({ issuer: "https://id.example.org", publicUrl: "https://clew.example.org/" });
    expect(await (await get(path)).json()).toEqual({
      resource: "https://clew.example.org/mcp",
      resource_name: "Clew",
      authorization_servers: ["https://id.example.org"],
      scopes_supported: ["read", "write", "run", "engine", "steer", "operator"],
      bearer_methods_supported: ["header"],
    });
    expect((await get("/mcp")).headers.get("www-authenticate")).toContain(
      'resource_metadata="https://clew.example.org/.well-known/oauth-protected-resource/mcp"',
    );
  });

  test("[SA2] names no issuer if tokens are issued by hand", async () => {
    const document = await (await open().get(paths[0]!)).json();
    expect(document).toMatchObject({ resource: "http://127.0.0.1/mcp" });
    expect(document).not.toHaveProperty("authorization_servers");
  });
});
