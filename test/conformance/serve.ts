import { serve } from "@hono/node-server";
import { localhostHostValidation, localhostOriginValidation } from "@modelcontextprotocol/hono";
import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import { createHttpEndpoint, type HttpEndpoint } from "../../src/mcp/http.ts";
import { conformanceServer } from "./fixtures.ts";

/** A running profile: where it answers, and how to stop it. */
export interface Profile {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the fixtures through our HTTP stack on a free loopback port. */
export async function serveFixtures(): Promise<Profile> {
  const bus = new InMemoryServerEventBus();
  const endpoint = createHttpEndpoint({ factory: (context) => conformanceServer(context, bus), bus });
  const app = appFor(endpoint);
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(port));
  return {
    url: `http://127.0.0.1:${await listening}/mcp`,
    async stop() {
      await endpoint.close();
      const { promise: stopped, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      if ("closeAllConnections" in server) server.closeAllConnections();
      await stopped;
    },
  };
}

/** The app around the endpoint; the one place to change when the product's own app takes an endpoint. */
function appFor(endpoint: HttpEndpoint): Hono {
  return new Hono()
    .use(localhostHostValidation(), localhostOriginValidation())
    .all("/mcp", (context) => endpoint.fetch(context.req.raw));
}
