import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free loopback port. */
export interface LoopbackServer extends AsyncDisposable {
  /** Its address without a path: `http://127.0.0.1:…`. */
  readonly url: string;
  /** Ends every open exchange and stops listening. */
  close(): Promise<void>;
}

/** Serves every request with one function. If it throws, the connection is closed. */
export async function serveOnLoopback(
  serve: (incoming: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LoopbackServer> {
  const server = createServer((incoming, response) => {
    response.on("error", () => {});
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}
