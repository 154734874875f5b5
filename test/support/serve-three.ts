import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Surroundings } from "./clew.ts";
import { ledgerVariables, prepareLedger } from "./deployment-ledger.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";
import { type Serving, startOne } from "./serve.ts";

/** Three servers on one ledger behind one address; each request may reach another server. */
export interface ServingThree extends Serving {
  readonly servers: readonly Serving[];
  readonly proxy: RoundRobin;
  /** Starts a server again after it has exited. */
  startAgain(at: number): Promise<void>;
}

/** Starts `clew serve` three times behind a proxy without affinity; each has its own data home. */
export async function serveThree(around: Surroundings, args: readonly string[] = []): Promise<ServingThree> {
  await prepareLedger(around.home);
  const env = { ...ledgerVariables(around.home), ...around.env };
  const startIn = (at: number) => {
    const home = join(around.home, `server-${at + 1}`);
    mkdirSync(home, { recursive: true });
    return startOne({ ...around, home, env }, args);
  };
  const servers = await Promise.all([0, 1, 2].map(startIn));
  const proxy = await startRoundRobin(servers.map(({ address }) => address));
  const end = (how: "stop" | "kill") => async () => {
    await Promise.all(servers.map((server) => server[how]()));
    await proxy[Symbol.asyncDispose]();
  };
  const kill = end("kill");
  return {
    servers,
    proxy,
    address: proxy.url,
    url: new URL("/mcp", proxy.url),
    pid: servers[0]!.pid,
    log: () => servers.map((server) => server.log()).join(""),
    async startAgain(at) {
      servers[at] = await startIn(at);
      proxy.replace(at, servers[at].address);
    },
    stop: end("stop"),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
