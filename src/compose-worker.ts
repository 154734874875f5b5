import { CommandFailure, type WorkerFacts, type WorkOrder } from "./cli/command.ts";
import { composeEngine } from "./compose-engine.ts";
import { composeGuarding } from "./compose-guarding.ts";
import { composeNotebooks } from "./compose-notebooks.ts";
import { composeObserving, storeProbe } from "./compose-observing.ts";
import { composeJobs, startWaiting, startWork } from "./compose-work.ts";
import { type LedgerPlace, shownPlace } from "./config/ledger-place.ts";
import type { Config } from "./config/schema.ts";
import { listen } from "./http/listen.ts";
import { createWorkerApp } from "./http/worker-app.ts";
import { createInvocationLog } from "./reasoning/index.ts";
import { openAtStart, openStore } from "./store/open.ts";
import type { Log } from "./telemetry/log.ts";
import { version } from "./version.ts";

/** What a worker is composed from. */
export interface WorkerParts {
  readonly config: Config;
  /** The data home: folders of notebooks are in it. */
  readonly home: string;
  readonly place: LedgerPlace;
  /** The user's folder. */
  readonly homeFolder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/** How long jobs that run are waited for before they are handed over; container systems give half a minute. */
const LAST_JOBS_MS = 20_000;

/** Takes jobs from a database until `stop`, then hands over what it has. */
export async function runWorker(
  { config, home, place, homeFolder, env, log }: WorkerParts,
  { atOnce, port }: WorkOrder,
  ready: (facts: WorkerFacts) => void,
  stop: Promise<void>,
): Promise<void> {
  // Before anything is opened: figures are not for everybody, and an engine may be configured wrongly.
  const guarding = port === undefined ? undefined : await composeGuarding(config, log);
  const engine = composeEngine(config);
  const observing = await composeObserving(config, log);
  const { meter } = observing;
  const atStart = startWaiting(stop, log);
  const opened = await openAtStart(place, () => openStore(place), atStart);
  if (!opened) return;
  const store = observing.store(opened);
  const jobs = composeJobs(place, log);
  meter.measureWaiting(jobs.queued);
  const retention = { days: config.invocationDays, rows: config.invocationRows };
  const invocations = observing.invocations(
    createInvocationLog(store, retention, (lost, error) => log.warn("invocations lost", { lost, error })),
  );
  const { own, endKernel } = composeNotebooks({
    config,
    home,
    store,
    log,
    env,
    endWith: ["SIGHUP"],
    jobs,
    isWorker: true,
  });
  const { thinkMaxThoughts } = config;
  const views = { store, home, thinkMaxThoughts, engine, invocations };
  const take = () => startWork({ jobs, views, notebooks: own, endKernel, atOnce, log, meter });
  const working = await openAtStart(place, take, atStart);
  if (!working) {
    await jobs.close();
    return store.close();
  }
  const probe = storeProbe(store, observing.space);
  const readiness = async () => {
    const { status, reason } = await probe();
    return { isReady: status === "up", reason };
  };
  const server =
    port === undefined
      ? undefined
      : await listen(
          createWorkerApp({ gate: guarding?.gate, figures: meter.text, readiness, version }),
          config.host,
          port,
        ).catch(async ({ code, message }: NodeJS.ErrnoException) => {
          await working.stop(0);
          throw new CommandFailure(`cannot listen on port ${port} of ${config.host}: ${code ?? message}`);
        });
  ready({
    database: shownPlace(place, homeFolder),
    model: engine && `${engine.name} (${engine.model})`,
    address:
      server && `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${server.port}`,
  });
  await stop;
  log.info("stopping");
  await working.stop(LAST_JOBS_MS);
  await own.close();
  await server?.close();
  await invocations.close();
  await jobs.close();
  await observing.close();
  await store.close();
}
