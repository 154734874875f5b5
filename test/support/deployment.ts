import { once } from "node:events";
import { createInterface } from "node:readline";
import { spawnClew } from "./clew.ts";
import { type Connected, connectHttp } from "./connect.ts";
import { type Serving, startServe } from "./serve.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A running `clew worker`. */
export interface RunningWorker {
  readonly pid: number;
  /** Its data home. */
  readonly home: string;
  /** Its log so far. */
  log(): string;
  signal(signal: NodeJS.Signals): void;
  readonly ended: Promise<unknown>;
}

/** Servers and workers on one database, each with its own data home. */
export interface Deployment extends AsyncDisposable {
  readonly servers: readonly Serving[];
  readonly workers: readonly RunningWorker[];
  /** A client for each server. */
  readonly clients: readonly Connected["client"][];
  /** Starts one more worker with additional environment variables, in this data home or a new one. */
  addWorker(more?: Readonly<Record<string, string>>, home?: string): Promise<RunningWorker>;
}

/** Starts servers that run no jobs, and workers. */
export async function startDeployment(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  { servers = 2, workers = 2 } = {},
): Promise<Deployment> {
  const folders = new DisposableStack();
  const newHome = () => folders.use(temporaryFolder()).path;
  const around = (work: "on" | "off", home = newHome()) => ({
    home,
    env: { DATABASE_URL: databaseUrl, CLEW_WORK: work, ...env },
  });
  const running: RunningWorker[] = [];
  const addWorker = async (more: Readonly<Record<string, string>> = {}, at?: string) => {
    const { home, env: all } = around("on", at);
    const one = await startWorker({ home, env: { ...all, ...more } });
    running.push(one);
    return one;
  };
  const [serving] = await Promise.all([
    Promise.all(Array.from({ length: servers }, () => startServe(around("off")))),
    Promise.all(Array.from({ length: workers }, () => addWorker())),
  ]);
  const connected = await Promise.all(serving.map(({ url }) => connectHttp("2026-07-28", url)));
  return {
    servers: serving,
    workers: running,
    clients: connected.map(({ client }) => client),
    addWorker,
    async [Symbol.asyncDispose]() {
      await Promise.all(connected.map(({ client }) => client.close().catch(() => {})));
      for (const { signal } of running) signal("SIGKILL");
      await Promise.all([...serving.map((one) => one.kill()), ...running.map(({ ended }) => ended)]);
      folders.dispose();
    },
  };
}

/** Starts `clew worker` and waits until it takes jobs. */
export async function startWorker(
  around: Parameters<typeof spawnClew>[1],
  args: readonly string[] = [],
): Promise<RunningWorker> {
  const child = spawnClew(["worker", ...args], around);
  const ended = once(child, "exit");
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const ready = once(createInterface({ input: child.stdout }), "line");
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`clew worker exited before it took jobs:\n${log}`))),
  ]);
  return {
    pid: child.pid!,
    home: around.home,
    log: () => log,
    signal: (signal) => child.kill(signal),
    ended,
  };
}
