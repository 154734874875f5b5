import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** When a connection is cut: before the server gets the commit, or after it has committed and before it answers. */
export type Cut = "before" | "after";

/** A proxy to a PostgreSQL server that can be cut while a transaction is committed. */
export interface CuttingProxy extends AsyncDisposable {
  /** The database's address through this proxy. */
  readonly url: string;
  /** How often it was cut. */
  readonly cuts: number;
  /** Cuts the next connection that commits, once. */
  cutNextCommit(when: Cut): void;
  /** Cuts the next connection that sends this text, once. */
  cutNext(when: Cut, text: string): void;
  stop(): Promise<void>;
}

/** Opens a proxy to the database with this address. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let next: Cut | undefined;
  let at = "";
  let cuts = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay();
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        cut();
      });
    }
    let silent = false;
    client.on("data", (chunk) => {
      if (next === undefined || !chunk.includes(at)) return void upstream.write(chunk);
      cuts += 1;
      silent = next === "after";
      next = undefined;
      if (silent) upstream.write(chunk);
      else cut();
    });
    upstream.on("data", (chunk) => (silent ? cut() : client.write(chunk)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const way = new URL(url);
  way.port = String((server.address() as { readonly port: number }).port);

  function cutNext(when: Cut, text: string): void {
    next = when;
    at = text;
  }
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }
  return {
    url: way.href,
    get cuts() {
      return cuts;
    },
    cutNextCommit: (when) => cutNext(when, "COMMIT\0"),
    cutNext,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
