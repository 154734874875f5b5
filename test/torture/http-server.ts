import { createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Place } from "./read-ledger.ts";
import { type Ground, type Running, startClew } from "./server.ts";

/** A `clew serve` that is killed and started again on the same port. */
export interface HttpServer {
  readonly name: string;
  readonly address: string;
  readonly url: URL;
  readonly isUp: boolean;
  readonly pid: number | undefined;
  /** Changes whenever the server goes down on purpose: a call that saw two values may be without an answer. */
  readonly life: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** How often a start is tried: it fails while the database is down. */
const STARTS = 10;

/** Prepares a server on a free port; it is not started yet. */
export async function prepareHttpServer(ground: Ground, place: Place, name: string): Promise<HttpServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let running: Running | undefined;
  let isUp = false;
  let life = 0;
  const down = async (end: (running: Running) => Promise<void>) => {
    isUp = false;
    life += 1;
    if (running) await end(running);
    running = undefined;
  };
  return {
    name,
    address,
    url: new URL("/mcp", address),
    get isUp() {
      return isUp;
    },
    get pid() {
      return running?.child.pid;
    },
    get life() {
      return life;
    },
    async start() {
      for (let tries = 0; !isUp && tries < STARTS; tries++) {
        const one = startClew(ground, place, name, ["serve", "--port", String(port)]);
        running = one;
        const lines = createInterface({ input: one.child.stdout });
        const ready = new Promise<boolean>((resolve) => lines.once("line", () => resolve(true)));
        isUp = await Promise.race([ready, one.exited.then(() => false)]);
      }
    },
    kill: () => down((one) => one.kill()),
    stop: () => down((one) => one.stop()),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
