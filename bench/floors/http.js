// usage: node http.js [database file]; prints its address first
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { NodeStreamableHTTPServerTransport, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { floorFactory } from "./server.js";

const factory = floorFactory(process.argv[2]);
const modern = toNodeHandler(createMcpHandler(factory, { legacy: "reject" }));

/** @type {Map<string, NodeStreamableHTTPServerTransport>} */
const sessions = new Map();

const listener = createServer((request, response) => {
  const isModern = request.headers["mcp-protocol-version"] === "2026-07-28";
  return isModern ? modern(request, response) : handshakeEra(request, response);
});
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));

/** @type {import("node:http").RequestListener} */
async function handshakeEra(request, response) {
  const known = sessions.get(String(request.headers["mcp-session-id"]));
  const transport = known ?? (await openSession());
  await transport.handleRequest(request, response);
}

async function openSession() {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await factory().connect(transport);
  return transport;
}
