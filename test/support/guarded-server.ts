import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json, text } from "node:stream/consumers";
import { startWebServer, type WebServer } from "./web-server.ts";

/** An MCP server with one tool, `secret`, that requires sign-in. */
export interface GuardedServer extends WebServer {
  /** The address of the MCP server. */
  readonly mcp: string;
  /** The number of sign-ins. */
  readonly signedIn: number;
  /** Makes it refuse all tokens that it issued; they can be renewed. */
  expire(): void;
}

interface Message {
  readonly id?: number;
  readonly method: string;
}

/** Starts it on loopback, together with the authorization server that it names. */
export async function startGuardedServer(): Promise<GuardedServer> {
  const challenges = new Map<string, string>();
  let good = new Set<string>();
  let signedIn = 0;

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    const code = randomUUID();
    challenges.set(code, searchParams.get("code_challenge") ?? "");
    const back = new URL(searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  async function giveTokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URLSearchParams(await text(request));
    const verifier = createHash("sha256").update(asked.get("code_verifier") ?? "");
    const isRenewal = asked.get("grant_type") === "refresh_token" && asked.get("refresh_token") === "renew";
    if (!isRenewal && challenges.get(asked.get("code") ?? "") !== verifier.digest("base64url"))
      return answer(response, 400, { error: "invalid_grant" });
    if (!isRenewal) signedIn += 1;
    const token = randomUUID();
    good.add(token);
    answer(response, 200, { access_token: token, token_type: "Bearer", refresh_token: "renew" });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!good.has(request.headers.authorization?.slice("Bearer ".length) ?? "")) {
      const metadata = `${server.url}/.well-known/oauth-protected-resource/mcp`;
      response.setHeader("www-authenticate", `Bearer resource_metadata="${metadata}"`);
      return answer(response, 401, { error: "invalid_token" });
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method } = (await json(request)) as Message;
    if (id === undefined) return void response.writeHead(202).end();
    const result = RESULTS[method];
    const error = { code: -32601, message: "There is no such method" };
    answer(response, 200, { jsonrpc: "2.0", id, ...(result ? { result } : { error }) });
  }

  const server = await startWebServer(async (request, response) => {
    const url = new URL(request.url ?? "", server.url);
    if (url.pathname === "/mcp") return serve(request, response);
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return giveTokens(request, response);
    if (url.pathname === "/register")
      return answer(response, 201, { ...((await json(request)) as object), client_id: "chat" });
    if (url.pathname.startsWith("/.well-known/oauth-protected-resource"))
      return answer(response, 200, { resource: `${server.url}/mcp`, authorization_servers: [server.url] });
    if (url.pathname === "/.well-known/oauth-authorization-server")
      return answer(response, 200, describe(server.url));
    response.writeHead(404).end();
  });
  return {
    ...server,
    mcp: `${server.url}/mcp`,
    get signedIn() {
      return signedIn;
    },
    expire() {
      good = new Set();
    },
  };
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "guarded", version: "0.0.0" },
  },
  "tools/list": {
    tools: [{ name: "secret", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }],
  },
  "tools/call": { content: [{ type: "text", text: "forty-two" }] },
};

function describe(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
