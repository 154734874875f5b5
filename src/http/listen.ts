import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";

/** A web server that listens. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Binds the web server to an address; rejects with the system's error when it cannot. */
export function listen(app: Hono, host: string, port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (address) => {
      resolve({ host, port: address.port, close: () => close(server) });
    }) as Server;
    // Clients that keep a connection open between calls must not be cut off in the middle of a pause for thought.
    server.keepAliveTimeout = 75_000;
    server.once("error", reject);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((done) => {
    // A stream that was ended just now leaves its connection idle a moment later.
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    const force = setTimeout(() => server.closeAllConnections(), 2_000);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(force);
      done();
    });
    server.closeIdleConnections();
  });
}
