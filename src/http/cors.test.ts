import { describe, expect, test } from "vitest";
import { modernCall, openEndpoint } from "../../test/support/mcp-endpoint.ts";
import { createApp } from "./app.ts";
import { createGate } from "./auth/gate.ts";

const ORIGIN = "https://app.example.org";

function open(origins: readonly string[] = [ORIGIN]) {
  const { endpoint } = openEndpoint();
  const gate = createGate({ authenticate: async () => ({ invalid: "No." }), neededScopes: () => [] });
  const app = createApp({
    endpoint,
    gate,
    origins,
    checkTools: () => undefined,
    hostnames: [],
    version: "0.0.0",
  });
  return async (request: Request, headers: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries({ host: "127.0.0.1", ...headers }))
      request.headers.set(name, value);
    return app.request(request);
  };
}

const preflight = () => new Request("http://127.0.0.1/mcp", { method: "OPTIONS" });
const asked = {
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization, content-type, mcp-method",
};

describe("pages of other sites", () => {
  test("[SA2] a page of a configured origin may send a preflight without a token, and then call", async () => {
    const answer = await open()(preflight(), { ...asked, origin: ORIGIN });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(answer.headers.get("access-control-allow-headers")).toBe(asked["access-control-request-headers"]);
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    const call = await open()(modernCall("look"), { origin: ORIGIN });
    expect(call.status).toBe(401);
    expect(call.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(call.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
    expect(call.headers.get("vary")).toContain("Origin");
  });

  test.each([
    "https://app.example.org.evil.org",
    "http://app.example.org",
    "https://app.example.org:8443",
    "null",
  ])("[P9] the origin %s is refused", async (origin) => {
    const answer = await open()(preflight(), { ...asked, origin });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("[P9] no origin is allowed if none is configured", async () => {
    expect((await open([])(preflight(), { ...asked, origin: ORIGIN })).status).toBe(403);
  });

  test("[P9] every answer forbids content sniffing", async () => {
    for (const request of [modernCall("look"), new Request("http://127.0.0.1/healthz")])
      expect((await open()(request, {})).headers.get("x-content-type-options")).toBe("nosniff");
  });
});
