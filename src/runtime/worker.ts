import { CommandFailure, type WorkerFacts, type WorkerOptions } from "../cli/command.ts";
import { describeTarget } from "../config/ledger-target.ts";
import { listen, urlOf } from "../http/listen.ts";
import { createWorkerApp } from "../http/worker-app.ts";
import { openAtStart } from "../store/open.ts";
import { keepExtracting } from "./extract-facts.ts";
import { createHttpGuard } from "./http-guard.ts";
import { runJobs } from "./jobs.ts";
import { openRuntimeAtStart, type RuntimeOptions } from "./open.ts";
import { storeProbe } from "./probes.ts";
import { stopSignal, surviveRejections, waitLogged } from "./process.ts";
import { version } from "./version.ts";

/** How long running jobs may take to finish before they are handed over; container systems allow half a minute. */
const LAST_JOBS_MS = 20_000;

/** Runs jobs of a database until the process is asked to stop, then hands over the rest. */
export async function runWorker(
  options: RuntimeOptions & { readonly homeFolder: string },
  { atOnce, port }: WorkerOptions,
  ready: (facts: WorkerFacts) => void,
): Promise<void> {
  const { config, target, log } = options;
  surviveRejections(log);
  const stop = stopSignal();
  // Fails before anything is opened if metrics would be open to everyone.
  const guard = port === undefined ? undefined : await createHttpGuard(config, log);
  const waiting = waitLogged(stop, log);
  const runtime = await openRuntimeAtStart({ ...options, runsJobs: true }, waiting);
  if (!runtime) return;
  try {
    const working = await openAtStart(target, () => runJobs(runtime, atOnce), waiting);
    if (!working) return;
    const { engine, telemetry } = runtime;
    const probe = storeProbe(runtime.store, telemetry.space);
    const readiness = async () => {
      const { status, reason } = await probe();
      return { isReady: status === "up", reason };
    };
    const app = createWorkerApp({ gate: guard?.gate, metrics: telemetry.meter.text, readiness, version });
    const server =
      port === undefined
        ? undefined
        : await listen(app, config.host, port).catch(async ({ code, message }: NodeJS.ErrnoException) => {
            await working.stop(0);
            throw new CommandFailure(`cannot listen on port ${port} of ${config.host}: ${code ?? message}`);
          });
    ready({
      database: describeTarget(target, options.homeFolder),
      model: engine && `${engine.name} (${engine.model})`,
      address: server && urlOf(config.host, server.port),
    });
    const stopping = new AbortController();
    void keepExtracting(runtime, stopping.signal);
    await stop;
    log.info("stopping");
    stopping.abort();
    await working.stop(LAST_JOBS_MS);
    await runtime.ownNotebooks.close();
    await server?.close();
  } finally {
    await runtime.close();
  }
}
