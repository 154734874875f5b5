import { InMemoryServerEventBus, McpServer } from "@modelcontextprotocol/server";
import { createApp } from "../../src/http/app.ts";
import { listen } from "../../src/http/listen.ts";
import { createHttpEndpoint } from "../../src/mcp/http/endpoint.ts";

/** A web server of the stateless revision that adds a second tool on request. */
export interface ChangingServer extends AsyncDisposable {
  readonly url: string;
  /** Adds the tool `fresh` and notifies subscribers. */
  change(): void;
}

/** Starts it on a free port. */
export async function startChangingServer(): Promise<ChangingServer> {
  const bus = new InMemoryServerEventBus();
  let changed = false;
  function factory(): McpServer {
    const server = new McpServer(
      { name: "changing", version: "0.0.0" },
      { capabilities: { tools: { listChanged: true } } },
    );
    const add = (name: string) =>
      server.registerTool(name, { description: name }, () => ({ content: [{ type: "text", text: name }] }));
    add("first");
    if (changed) add("fresh");
    return server;
  }
  const endpoint = createHttpEndpoint({ factory, bus: () => bus });
  const app = createApp({ endpoint, checkTools: () => undefined, hostnames: [], version: "0.0.0" });
  const server = await listen(app, "127.0.0.1", 0);
  return {
    url: `http://${server.host}:${server.port}/mcp`,
    change() {
      changed = true;
      bus.publish({ kind: "tools_list_changed" });
    },
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      await server.close();
    },
  };
}
