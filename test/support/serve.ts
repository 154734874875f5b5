import { once } from "node:events";
import { createInterface } from "node:readline";
import { type Surroundings, spawnClew } from "./clew.ts";
import { isDeployment } from "./deployment-ledger.ts";

/** A running `clew serve`. */
export interface Serving extends AsyncDisposable {
  /** From the first line of stdout: `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Where MCP clients connect. */
  readonly url: URL;
  readonly pid: number;
  /** Its log so far. */
  log(): string;
  /** Asks it to stop and waits until it has exited. */
  stop(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** Starts `clew serve` on a free port; in a deployment, three of them behind one address. */
export async function startServe(around: Surroundings, args: readonly string[] = []): Promise<Serving> {
  if (!isDeployment) return startOne(around, args);
  const { serveThree } = await import("./serve-three.ts");
  return serveThree(around, args);
}

/** Starts one `clew serve` on a free port. */
export async function startOne(around: Surroundings, args: readonly string[] = []): Promise<Serving> {
  const child = spawnClew(["serve", "--port", "0", ...args], around);
  const exited = once(child, "exit");
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    once(lines, "line").then(([line]) => String(line)),
    exited.then(() => Promise.reject(new Error(`clew serve exited before it printed its address:\n${log}`))),
  ]);
  const address = /http:\/\/\S+/.exec(first)?.[0];
  if (address === undefined) throw new Error(`The first line has no address: ${first}`);
  const end = (signal: NodeJS.Signals) => async () => {
    child.kill(signal);
    await exited;
  };
  const kill = end("SIGKILL");
  return {
    address,
    url: new URL("/mcp", address),
    pid: child.pid!,
    log: () => log,
    stop: end("SIGTERM"),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
