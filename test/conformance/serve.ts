import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { createApp } from "../../src/http/app.ts";
import { listen } from "../../src/http/listen.ts";
import { createHttpEndpoint, type HttpEndpoint } from "../../src/mcp/http/endpoint.ts";
import { conformanceServer } from "./fixtures.ts";

/** A running profile: its address, and how to stop it. */
export interface Profile {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the fixtures through the product's own web server, on a free loopback port. */
export async function serveFixtures(): Promise<Profile> {
  const bus = new InMemoryServerEventBus();
  return serveEndpoint(
    createHttpEndpoint({ factory: (context) => conformanceServer(context, bus), bus: () => bus }),
  );
}

/** Serves an endpoint through the product's own web server, on a free loopback port. */
export async function serveEndpoint(endpoint: HttpEndpoint): Promise<Profile> {
  const app = createApp({ endpoint, checkTools: () => undefined, hostnames: [], version: "0.0.0" });
  const server = await listen(app, "127.0.0.1", 0);
  return {
    url: `http://${server.host}:${server.port}/mcp`,
    async stop() {
      await endpoint.close();
      await server.close();
    },
  };
}
