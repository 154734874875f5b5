import type { LedgerTarget } from "../config/ledger-target.ts";
import type { Config } from "../config/schema.ts";
import { createInProcessJobs } from "../jobs/in-process.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { lazyJobs } from "../jobs/lazy.ts";
import type { Engine } from "../llm/index.ts";
import type { Kernels } from "../notebook/kernel/kernels.ts";
import { createInvocationLog, type InvocationLog } from "../reasoning/index.ts";
import { createFeed, type Feed } from "../store/feed.ts";
import { lazyStore } from "../store/lazy.ts";
import { openAtStart, openJobs, openStore, type StartWaiting } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import type { Log } from "../telemetry/log.ts";
import { CloseStack } from "./close-stack.ts";
import { engineFrom } from "./engine.ts";
import { finishDeletions } from "./finish-deletions.ts";
import { openNotebooks, type ProcessNotebooks } from "./notebooks.ts";
import { openTelemetry, type Telemetry } from "./telemetry.ts";

/** Options of every process. */
export interface RuntimeOptions {
  readonly config: Config;
  /** The data home. */
  readonly home: string;
  readonly target: LedgerTarget;
  /** The environment of this process: package installers get a few variables of it, cells none. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** The folder of the built page. */
  readonly pageFolder?: string;
  /** Folders that callers may bind, in addition to the configured ones. */
  readonly folders?: readonly string[];
  /** Kernels with default settings that were started before the server was loaded. */
  readonly kernels?: Kernels | undefined;
  /** Whether this process runs jobs; by default as configured, and always if no other process can. */
  readonly runsJobs?: boolean;
}

/** The open resources of a process. */
export interface Runtime
  extends Pick<RuntimeOptions, "config" | "home" | "log" | "target" | "pageFolder">,
    ProcessNotebooks {
  readonly store: Store;
  readonly feed: Feed;
  readonly engine: Engine | undefined;
  readonly invocations: InvocationLog;
  readonly telemetry: Telemetry;
  /** The queue for long work. */
  readonly jobs: Jobs;
  readonly runsJobs: boolean;
  readonly thinkMaxThoughts: number;
  readonly givesHints: boolean;
  /** Whether a person may hold an answer back for a note. */
  readonly holds: boolean;
  /** Folders of this machine that callers may bind. */
  readonly roots: readonly string[];
  /** Folders whose files callers may cite without binding them. */
  readonly folders: readonly string[];
  /** Closes notebooks, jobs, the invocation log, telemetry and the store, in this order. */
  close(): Promise<void>;
}

/** Opens a runtime whose database is opened on first use, so that a server answers at once what needs none. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const engine = engineFrom(options.config);
  const telemetry = await openTelemetry(options.config, options.log);
  const { config, home, log, target } = options;
  const store = lazyStore(async () => {
    const opened = telemetry.observeStore(await openStore(target));
    void finishDeletions({ store: opened, home, thinkMaxThoughts: config.thinkMaxThoughts, log });
    return opened;
  });
  return assemble(options, engine, telemetry, store);
}

/** Opens a runtime once its database is reachable; undefined if the process was stopped while it waited. */
export async function openRuntimeAtStart(
  options: RuntimeOptions,
  waiting: StartWaiting,
): Promise<Runtime | undefined> {
  const engine = engineFrom(options.config);
  const telemetry = await openTelemetry(options.config, options.log);
  const store = await openAtStart(options.target, () => openStore(options.target), waiting);
  const { config, home, log } = options;
  if (store) void finishDeletions({ store, home, thinkMaxThoughts: config.thinkMaxThoughts, log });
  return store && assemble(options, engine, telemetry, telemetry.observeStore(store));
}

function assemble(
  options: RuntimeOptions,
  engine: Engine | undefined,
  telemetry: Telemetry,
  store: Store,
): Runtime {
  const { config, home, target, log, env, folders = [] } = options;
  const opened = new CloseStack();
  opened.defer(() => store.close());
  const feed = createFeed(store);
  telemetry.meter.measureLag(feed.lag);
  opened.defer(() => telemetry.close());
  const retention = { days: config.invocationDays, rows: config.invocationRows };
  const invocations = telemetry.observeInvocations(
    createInvocationLog(store, retention, (lost, error) => log.warn("invocations lost", { lost, error })),
  );
  opened.defer(() => invocations.close());
  const jobs = jobsOn(target, log);
  opened.defer(() => jobs.close());
  if (jobs.isShared) telemetry.meter.measureWaiting(jobs.queued);
  const runsJobs = options.runsJobs ?? (config.work === "on" || !jobs.isShared);
  const notebooks = openNotebooks({
    config,
    home,
    store,
    log,
    env,
    jobs,
    runsJobs,
    kernels: options.kernels,
  });
  opened.defer(() => notebooks.ownNotebooks.close());
  return {
    config,
    home,
    ...(options.pageFolder !== undefined && { pageFolder: options.pageFolder }),
    target,
    log,
    store,
    feed,
    engine,
    invocations,
    telemetry,
    jobs,
    runsJobs,
    thinkMaxThoughts: config.thinkMaxThoughts,
    holds: config.hold === "on",
    givesHints: config.hints === "on",
    roots: [...config.roots, ...folders],
    folders,
    ...notebooks,
    close: () => opened.close(),
  };
}

/** Jobs run in any process that shares the database, or in this one if none can. */
function jobsOn(target: LedgerTarget, log: Log): Jobs {
  if (!("databaseUrl" in target)) return createInProcessJobs();
  const { databaseUrl } = target;
  return lazyJobs((signal) => openJobs(databaseUrl, (event, error) => log.warn(event, { error }), signal));
}
