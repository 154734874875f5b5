import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server on its own port. */
export interface WebServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a web server on loopback with this handler. */
export async function startWebServer(listener: RequestListener): Promise<WebServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
