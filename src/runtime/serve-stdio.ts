import { randomBytes } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { rootProblem } from "../files/bindable-folder.ts";
import { collectWhenIdle } from "../http/idle-gc.ts";
import type { MakeServer } from "../mcp/serve.ts";
import { serveStreams } from "../mcp/stdio.ts";
import type { Kernels } from "../notebook/kernel/kernels.ts";
import { keepExtracting } from "./extract-facts.ts";
import { keepRunningJobs } from "./jobs.ts";
import { createMcpServer } from "./mcp-server.ts";
import { openRuntime, type RuntimeOptions } from "./open.ts";
import { LAST_ANSWERS_MS, limitStopTime, stopSignal, surviveRejections } from "./process.ts";

/** How long the client must be silent before the server collects garbage. */
const IDLE_MS = 1_000;
/** Above the first amount of resident memory V8 favours size over speed, until there is less than the second. */
const MUCH_MEMORY = 125 * 1024 * 1024;
const LITTLE_MEMORY = 100 * 1024 * 1024;

/** What the server continues with after its first requests were answered. */
export interface Continuation {
  /** Every message, from `initialize` on. */
  readonly input: Readable;
  /** The id of `initialize`, which is answered already. */
  readonly answered?: string | number | undefined;
  /** Kernels with default settings, if the client has called the notebook tool already. */
  readonly kernels?: Kernels | undefined;
}

/** Serves one client on stdin and stdout until it closes its input or the process is asked to stop. */
export async function serveStdio(
  options: RuntimeOptions,
  workingFolder: string,
  continuation?: Continuation,
): Promise<void> {
  const { config, home, log } = options;
  const output = keepStdoutPure();
  // The user chose the folder that the server starts in, so it counts as configured.
  const folders = (await rootProblem(workingFolder, home)) === undefined ? [workingFolder] : [];
  const runtime = await openRuntime({ ...options, folders, kernels: continuation?.kernels });
  const mcp = createMcpServer(runtime, { connection: { processHandle: processHandle() } });
  const work = runtime.runsJobs ? keepRunningJobs(runtime) : undefined;
  const stopping = new AbortController();
  if (runtime.runsJobs) void keepExtracting(runtime, stopping.signal);
  surviveRejections(log);
  // Editors start a server per window, and most of them are idle.
  const stopCollecting = collectWhenIdle(mcp.inFlight.activity, { everyMs: IDLE_MS, collectsFirst: true });
  const stopLimiting = limitMemory();
  let server: ReturnType<MakeServer> | undefined;
  let stopListening: (() => void) | undefined;
  const served = serveStreams({
    makeServer: (context) => {
      server = mcp.serverWith(config.tools)(context);
      return server;
    },
    input: continuation?.input ?? process.stdin,
    answered: continuation?.answered,
    output,
    onError: (error) => log.debug("protocol error", { error }),
    onListen: async () => {
      // The SDK filters the updates for each listen stream of the 2026 revision. A client may listen before its first
      // request, when there is no server yet.
      stopListening ??= mcp.updates.listen(
        (uri) => void server?.sendResourceUpdated({ uri }).catch(() => {}),
      );
      await mcp.updates.ready();
    },
  });
  await Promise.race([served, stopSignal()]);
  limitStopTime(log);
  stopCollecting();
  stopLimiting();
  stopListening?.();
  stopping.abort();
  process.stdin.destroy();
  await runtime.jobs.cancelWithOwnerKey();
  await work?.stop(LAST_ANSWERS_MS);
  await runtime.close();
}

/** Keeps a burst of calls from leaving V8 with a large heap. Returns a function that stops the checks. */
function limitMemory(): () => void {
  let favoursSize = false;
  const timer = setInterval(() => {
    const isLarge = process.memoryUsage.rss() > (favoursSize ? LITTLE_MEMORY : MUCH_MEMORY);
    if (isLarge === favoursSize) return;
    favoursSize = isLarge;
    setFlagsFromString(isLarge ? "--optimize-for-size" : "--no-optimize-for-size");
  }, IDLE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Gives the protocol the real stdout and redirects everything else that is printed to stderr. */
function keepStdoutPure(): Writable {
  const { stdout } = process;
  const write = stdout.write.bind(stdout);
  const real = Object.create(stdout, { write: { value: write } });
  stdout.write = process.stderr.write.bind(process.stderr) as typeof stdout.write;
  return real;
}

function processHandle(): string {
  return `stdio-${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString("hex")}`;
}
