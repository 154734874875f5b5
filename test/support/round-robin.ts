import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { startWebServer, type WebServer } from "./web-server.ts";

/** A reverse proxy that sends each request to the next server, whichever client it is from. */
export interface RoundRobin extends WebServer {
  /** How many requests each server has been given. */
  readonly given: readonly number[];
  /** Replaces one of the servers. */
  replace(at: number, target: string): void;
}

/** Of one connection only: what a proxy does not pass on. */
const OWN_HEADERS = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/**
 * Starts a reverse proxy on loopback without affinity. It streams both ways without buffering, forwards disconnects of
 * either side, and tries the next server if one is unreachable.
 */
export async function startRoundRobin(servers: readonly string[]): Promise<RoundRobin> {
  const targets = [...servers];
  const given = targets.map(() => 0);
  const agent = new Agent({ keepAlive: true });
  let turn = 0;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const at = turn++ % targets.length;
    const { hostname, port } = new URL(targets[at]!);
    const upstream = request({
      agent,
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: passedOn(incoming.headers),
    });
    const leave = () => upstream.destroy();
    outgoing.once("close", leave);
    upstream.once("socket", (socket) => {
      const begin = () => {
        given[at]! += 1;
        upstream.flushHeaders();
        incoming.pipe(upstream);
      };
      if (socket.connecting) socket.once("connect", begin);
      else begin();
    });
    upstream.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.statusMessage, passedOn(answer.headers));
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      // If a server dies in the middle of an answer, the answer must not look complete.
      answer.once("error", () => outgoing.destroy());
    });
    upstream.once("error", (error: NodeJS.ErrnoException) => {
      if (outgoing.destroyed || outgoing.writableEnded) return;
      outgoing.off("close", leave);
      if (error.code === "ECONNREFUSED" && tries > 1) pass(incoming, outgoing, tries - 1);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
  }

  const proxy = await startWebServer((incoming, outgoing) => pass(incoming, outgoing, targets.length));
  return {
    url: proxy.url,
    given,
    replace(at, target) {
      targets[at] = target;
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      agent.destroy();
    },
  };
}

function passedOn(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));
}
