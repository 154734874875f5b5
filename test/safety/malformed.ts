import fc from "fast-check";
import { allRoutes } from "../../src/http/api/create-api.ts";
import { hostileTexts } from "../support/hostile.ts";

const texts = hostileTexts.map((text) => text.slice(0, 2_000).toWellFormed());
/** Usually the expected value, sometimes any other. */
const mostly = (expected: readonly string[], anything: fc.Arbitrary<string> = texts) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...expected) }, { weight: 1, arbitrary: anything });

const rpcMethods = mostly([
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "resources/subscribe",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "server/discover",
  "subscriptions/listen",
  "notifications/initialized",
  "notifications/cancelled",
  "rpc.discover",
  "__proto__",
]);
const revisions = mostly([
  "2026-07-28",
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "1999-01-01",
]);
const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;

const params = fc.oneof(
  fc.record(
    {
      name: mostly(["think", "thoughtbox", "notebook", "thoughtbox_gateway", "recall", "toString"]),
      uri: mostly(["thoughtbox://capabilities", "thoughtbox://sessions/x", "file:///etc/passwd"]),
      arguments: fc.oneof(json, fc.record({ thought: texts, operation: texts, args: json })),
      protocolVersion: revisions,
      capabilities: json,
      clientInfo: json,
      _meta: fc.oneof(
        json,
        revisions.map((revision) => ({
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientCapabilities": {},
        })),
      ),
    },
    { requiredKeys: [] },
  ),
  json,
);

const stateless = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Requests with a valid envelope and any content. */
const framed = fc
  .record({
    id: fc.constantFrom(0, 1, "a"),
    method: fc.constantFrom(
      "tools/call",
      "tools/call",
      "resources/read",
      "prompts/get",
      "ping",
      "completion/complete",
    ),
    params: fc.record({
      name: fc.constantFrom("think", "thoughtbox", "notebook", "thoughtbox_gateway", "recall", "airline"),
      uri: mostly(["thoughtbox://capabilities", "thoughtbox://sessions/x/thoughts?after=-1"]),
      arguments: fc.oneof(
        json,
        fc.record({
          thought: texts,
          operation: mostly(["get_state", "list", "session", "create"]),
          args: json,
        }),
      ),
      _meta: fc.constantFrom(stateless, stateless, {}),
    }),
  })
  .map((request) => ({ jsonrpc: "2.0", ...request }));

const message = fc.oneof(
  { weight: 6, arbitrary: framed as fc.Arbitrary<unknown> },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        jsonrpc: fc.oneof(
          { weight: 9, arbitrary: fc.constant<unknown>("2.0") },
          { weight: 1, arbitrary: json },
        ),
        id: fc.oneof(fc.constantFrom<unknown>(0, 1, -1, "a", null, 1.5, 2 ** 53, [], {}), json),
        method: fc.oneof(
          { weight: 9, arbitrary: rpcMethods as fc.Arbitrary<unknown> },
          { weight: 1, arbitrary: json },
        ),
        params,
        result: json,
        error: json,
      },
      { requiredKeys: ["jsonrpc", "method"] },
    ),
  },
  { weight: 1, arbitrary: json },
);

/** Bodies of a POST to `/mcp`: messages, batches, other JSON, and bytes that are not JSON. */
export const bodies: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 5, arbitrary: message.map((one) => Buffer.from(JSON.stringify(one) ?? "")) },
  {
    weight: 2,
    arbitrary: fc.array(message, { maxLength: 60 }).map((batch) => Buffer.from(JSON.stringify(batch))),
  },
  {
    weight: 1,
    arbitrary: message.map((one) => Buffer.from((JSON.stringify(one) ?? "").slice(0, -3))),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("[".repeat(5_000), '{"a":'.repeat(5_000), "\ufeff{}", "NaN", "1e999", '"\\ud800"')
      .map((text) => Buffer.from(text)),
  },
);

const header = (name: string, value: fc.Arbitrary<string>) => value.map((text) => [name, text] as const);

/** Headers that a careless or a malicious client may send, each valid in HTTP. */
const oddHeader = fc.oneof(
  header(
    "content-type",
    mostly(["application/json; charset=utf-16", "text/plain", "multipart/form-data", "APPLICATION/JSON"]),
  ),
  header("content-encoding", mostly(["identity", "gzip", "br", "deflate, gzip"])),
  header("accept", mostly(["application/json", "text/event-stream", "*/*", "text/html", ""])),
  header("mcp-protocol-version", revisions),
  header("mcp-session-id", texts),
  header("mcp-method", rpcMethods),
  header("mcp-name", texts),
  header("last-event-id", texts),
  header("x-workflow-id", texts),
  header("x-request-id", texts),
  header("traceparent", mostly(["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0-0-0"])),
  header("origin", mostly(["http://localhost", "null", "https://evil.example.org"])),
  header("authorization", mostly(["Bearer x", "Basic eDp5", "Bearer"])),
  header("cookie", texts),
  header("range", mostly(["bytes=0-10"])),
  header("x-forwarded-for", texts),
  header("expect", fc.constantFrom("100-continue", "200-ok")),
);

/** Headers that fit a message of a revision, with up to three of them replaced by odd ones. */
export function headersFor(body: Buffer): fc.Arbitrary<Readonly<Record<string, string>>> {
  const { method, name, revision } = summaryOf(body);
  const fitting = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(revision !== undefined && { "mcp-protocol-version": revision }),
    ...(revision === "2026-07-28" && method !== undefined && { "mcp-method": method }),
    ...(revision === "2026-07-28" && name !== undefined && { "mcp-name": name }),
  };
  return fc.array(oddHeader, { maxLength: 3 }).map((odd) => {
    const all = Object.entries({ ...fitting, ...Object.fromEntries(odd) });
    return Object.fromEntries(all.map(([key, value]) => [key, value.replace(/[^\x20-\x7e]/g, "?")]));
  });
}

interface Summary {
  readonly method?: string;
  readonly name?: string;
  readonly revision?: string;
}

function summaryOf(body: Buffer): Summary {
  try {
    const { method, params } = JSON.parse(body.toString());
    const revision = params?._meta?.["io.modelcontextprotocol/protocolVersion"];
    const name = params?.name ?? params?.uri;
    return {
      ...(typeof method === "string" && { method }),
      ...(typeof name === "string" && { name }),
      ...(typeof revision === "string" && { revision }),
    };
  } catch {
    return {};
  }
}

/** Methods of HTTP, and invalid ones. */
export const methods = mostly(
  ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get", "BREW", "QUERY"],
  texts.map((text) => text.replace(/[^\x21-\x7e]/g, "") || "X"),
);

/** Targets of a request, and invalid ones. */
export const targets = mostly(
  [
    "/mcp",
    "/mcp?tools=think",
    "/mcp?tools=%ff",
    "/mcp/",
    "/MCP",
    "//mcp",
    "/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/api/invocations",
    "/api/invocations?limit=-1&limit=2",
    "/api/invocations/%2e%2e%2f",
    "/api/invocations/stats?since=x",
    "/.well-known/oauth-protected-resource/mcp",
    "/../../etc/passwd",
    "/%00",
    "/%",
    "*",
    "http://example.org/mcp",
    "/\\..\\x",
  ],
  texts.map((text) => `/${encodeURI(text).slice(0, 4_000)}`),
);

/** Requests to every route of the API, with arbitrary variables, parameters and bodies. */
export const apiRequests = fc.constantFrom(...allRoutes).chain((route) => {
  const names = Object.keys(route.query?.shape ?? {});
  const fields = Object.keys(route.body?.shape ?? {});
  const word = mostly(["1", "0", "-1", "x", "think", "active", "W10", "2026-11-15", "svg", "true"]);
  return fc.record({
    method: fc.constant(route.method as string),
    target: fc
      .tuple(
        fc.array(word, { minLength: 3, maxLength: 3 }),
        fc.array(fc.tuple(mostly([...names, "limit"]), word), { maxLength: 4 }),
      )
      .map(([values, pairs]) => {
        let next = 0;
        const path = route.path.replace(/:\w+/g, () => encodeURIComponent(values[next++] ?? "x"));
        const query = new URLSearchParams(pairs).toString();
        return `/api${path}${query === "" ? "" : `?${query}`}`.slice(0, 4_000);
      }),
    body: fc
      .array(fc.tuple(mostly([...fields, "content"]), fc.oneof(json, word as fc.Arbitrary<unknown>)), {
        maxLength: 4,
      })
      .map((pairs) => Buffer.from(JSON.stringify(Object.fromEntries(pairs)))),
  });
});

/** Lines that break the framing of HTTP, or nearly do. */
export const framing = fc.constantFrom(
  "",
  "Content-Length: 5\r\nContent-Length: 6\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Content-Length: 10\r\nTransfer-Encoding: chunked\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip, chunked\r\n",
  "Transfer-Encoding: identity\r\n",
  "Host: a\r\nHost: b\r\n",
  " folded: line\r\n",
  "No colon\r\n",
  "X: \u0000\r\n",
  ": empty\r\n",
  "Upgrade: websocket\r\nConnection: Upgrade\r\n",
  "Connection: close, keep-alive\r\n",
  `X-Long: ${"x".repeat(20_000)}\r\n`,
);
