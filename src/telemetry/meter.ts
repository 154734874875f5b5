import { type FailureCode, failures, Source } from "../ledger/index.ts";
import { exposition } from "./exposition.ts";
import { metrics } from "./metrics.ts";
import { measureProcess } from "./process-figures.ts";
import { createRecent } from "./recent.ts";
import { createRegistry, type Sample } from "./registry.ts";
import { within } from "./within.ts";

/** A call of a tool or of a model that has ended. */
export interface EndedCall {
  readonly kind: "tool" | "model";
  /** The tool, or the engine. */
  readonly name: string;
  /** The model that answered, or was asked. */
  readonly pipe?: string | undefined;
  readonly latencyMs: number;
  readonly error?: string | undefined;
  readonly code?: string | undefined;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  readonly cost?: number | undefined;
}

/** A thought as far as it is counted. */
export interface CountedThought {
  readonly source: Source;
  readonly sessionId: string;
  readonly branchId?: string | undefined;
  readonly isRevision: boolean;
}

/** The parts of the ledger whose time is told apart. */
export type StoreOperation = "append" | "read" | "search";

/** Counts what happens in this process. */
export interface Meter {
  /** A thought was written, and whether its session ended with it. */
  thought(thought: CountedThought, ended: boolean): void;
  sessionOpened(): void;
  stored(operation: StoreOperation, seconds: number, failed: boolean): void;
  cellRan(run: { readonly status: string; readonly durationMs: number }): void;
  called(call: EndedCall): void;
  jobEnded(task: string, outcome: string): void;
  jobTakenOver(task: string): void;
  /** How many jobs wait, read when somebody asks. */
  measureWaiting(read: () => Promise<number>): void;
  /** How many changes followers are behind, read when somebody asks. */
  measureLag(read: () => Promise<number>): void;
  samples(): Promise<readonly Sample[]>;
  /** Everything in Prometheus's text format. */
  text(): Promise<string>;
}

/** What a meter is made from. */
export interface MeterParts {
  readonly version: string;
  /** The one name under which a model is counted; undefined for one that is not known. */
  readonly modelName: (model: string) => string | undefined;
  readonly now?: () => number;
}

/** How long a session counts as active after its last thought. */
export const ACTIVE_MS = 15 * 60_000;
/** How long a value that is read elsewhere may take. */
const LONGEST_READING_MS = 1_000;
const PROVIDERS = ["langbase", "anthropic", "openai-compatible", "sampling"];
const RUN_STATUSES = ["completed", "failed", "timeout", "killed"];

/** Makes the meter of a process. */
export function createMeter({ version, modelName, now = Date.now }: MeterParts): Meter {
  const registry = createRegistry();
  registry.measured(metrics.build, () => 1, version);
  const thoughts = registry.counter(metrics.thoughts);
  const sessions = registry.counter(metrics.sessions);
  const active = createRecent(ACTIVE_MS, now);
  registry.measured(metrics.activeSessions, active.count);
  const toolCalls = registry.counter(metrics.toolCalls);
  const toolDuration = registry.histogram(metrics.toolDuration);
  const engineCalls = registry.counter(metrics.engineCalls);
  const engineTokens = registry.counter(metrics.engineTokens);
  const engineCost = registry.counter(metrics.engineCost);
  const engineDuration = registry.histogram(metrics.engineDuration);
  const runs = registry.counter(metrics.notebookRuns);
  const runDuration = registry.histogram(metrics.notebookDuration);
  const jobs = registry.counter(metrics.jobs);
  const jobsTakenOver = registry.counter(metrics.jobsTakenOver);
  const storeDuration = registry.histogram(metrics.storeDuration);
  const storeFailures = registry.counter(metrics.storeFailures);
  // A series that is there before anything happens shows the first time, too.
  for (const source of Source.options)
    for (const kind of ["main", "branch", "revision"]) thoughts(0, source, kind);
  for (const status of RUN_STATUSES) runs(0, status);
  for (const operation of ["append", "read", "search"]) storeFailures(0, operation);
  sessions(0);
  measureProcess(registry);

  function toolCalled({ name, latencyMs, error, code }: EndedCall): void {
    const outcome = error === undefined ? "ok" : isCallers(code) ? "refused" : "failed";
    toolCalls(1, name, outcome);
    toolDuration(latencyMs / 1000, name, outcome);
  }

  function modelCalled({ name, pipe, latencyMs, error, usage, cost }: EndedCall): void {
    const provider = PROVIDERS.includes(name) ? name : "other";
    const model = (pipe === undefined ? undefined : modelName(pipe)) ?? "other";
    engineCalls(1, provider, model, error === undefined ? "ok" : "failed");
    engineDuration(latencyMs / 1000, provider, model);
    if (usage) {
      engineTokens(usage.inputTokens, provider, model, "input");
      engineTokens(usage.outputTokens, provider, model, "output");
    }
    if (cost !== undefined) engineCost(cost, provider, model);
  }

  return {
    thought({ source, branchId, isRevision, sessionId }, ended) {
      thoughts(1, source, isRevision ? "revision" : branchId === undefined ? "main" : "branch");
      if (ended) active.forget(sessionId);
      else active.note(sessionId);
    },
    sessionOpened: () => sessions(1),
    stored(operation, seconds, failed) {
      if (failed) storeFailures(1, operation);
      else storeDuration(seconds, operation);
    },
    cellRan({ status, durationMs }) {
      runs(1, RUN_STATUSES.includes(status) ? status : "failed");
      runDuration(durationMs / 1000);
    },
    called: (call) => (call.kind === "tool" ? toolCalled(call) : modelCalled(call)),
    jobEnded: (task, outcome) => jobs(1, task, outcome),
    jobTakenOver: (task) => jobsTakenOver(1, task),
    measureWaiting: (read) => registry.measured(metrics.jobsWaiting, () => within(LONGEST_READING_MS, read)),
    measureLag: (read) => registry.measured(metrics.feedLag, () => within(LONGEST_READING_MS, read)),
    samples: async () => (await registry.families()).flatMap(({ samples }) => samples),
    text: async () => exposition(await registry.families()),
  };
}

/** Whether a failure is one that the caller can put right. */
function isCallers(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(failures, code) && failures[code as FailureCode].status < 500;
}
