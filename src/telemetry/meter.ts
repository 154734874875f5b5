import { type FailureCode, failures, NoteState, Source } from "../ledger/index.ts";
import { exposition } from "./exposition.ts";
import { metrics } from "./metrics.ts";
import { createRegistry, type Registry, type Sample } from "./registry.ts";
import { within } from "./with-deadline.ts";

/** A finished tool call or model call. */
export interface EndedCall {
  readonly kind: "tool" | "model";
  /** The tool, or the engine. */
  readonly name: string;
  /** The model that answered, or the requested one. */
  readonly pipe?: string | undefined;
  readonly latencyMs: number;
  readonly error?: string | undefined;
  readonly code?: string | undefined;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  readonly cost?: number | undefined;
}

/** The fields of a thought that are counted. */
interface CountedThought {
  readonly source: Source;
  readonly sessionId: string;
  readonly branchId?: string | undefined;
  readonly isRevision: boolean;
}

/** Store operations that are timed separately. */
export type StoreOperation = "append" | "read" | "search";

/** The metrics of this process. */
export interface Meter {
  /** Counts a thought; `ended` if it completed its session. */
  thought(thought: CountedThought, ended: boolean): void;
  sessionOpened(): void;
  stored(operation: StoreOperation, seconds: number, failed: boolean): void;
  /** Counts a note that reached a state; `seconds` from writing it to its first delivery. */
  noted(state: NoteState, seconds?: number): void;
  cellRan(run: { readonly status: string; readonly durationMs: number }): void;
  called(call: EndedCall): void;
  jobEnded(task: string, outcome: string): void;
  jobTakenOver(task: string): void;
  /** Registers the number of waiting jobs, read on demand. */
  measureWaiting(read: () => Promise<number>): void;
  /** Registers the number of changes by which followers lag, read on demand. */
  measureLag(read: () => Promise<number>): void;
  samples(): Promise<readonly Sample[]>;
  /** All metrics as Prometheus text. */
  text(): Promise<string>;
}

/** Options of a meter. */
interface MeterParts {
  readonly version: string;
  /** The label of a model; undefined for an unknown one. */
  readonly modelName: (model: string) => string | undefined;
  readonly now?: () => number;
}

/** How long a session counts as active after its last thought. */
export const ACTIVE_MS = 15 * 60_000;
/** Limit on reading a value on demand. */
const LONGEST_READING_MS = 1_000;
const PROVIDERS = ["langbase", "anthropic", "openai-compatible", "sampling"];
const RUN_STATUSES = ["completed", "failed", "timeout", "killed"];

/** Creates the meter of a process. */
export function createMeter({ version, modelName, now = Date.now }: MeterParts): Meter {
  const registry = createRegistry();
  registry.measured(metrics.build, () => 1, version);
  const thoughts = registry.counter(metrics.thoughts);
  const sessions = registry.counter(metrics.sessions);
  const active = createRecentlySeen(ACTIVE_MS, now);
  registry.measured(metrics.activeSessions, active.count);
  const toolCalls = registry.counter(metrics.toolCalls);
  const toolDuration = registry.histogram(metrics.toolDuration);
  const engineCalls = registry.counter(metrics.engineCalls);
  const engineTokens = registry.counter(metrics.engineTokens);
  const engineCost = registry.counter(metrics.engineCost);
  const engineDuration = registry.histogram(metrics.engineDuration);
  const runs = registry.counter(metrics.notebookRuns);
  const runDuration = registry.histogram(metrics.notebookDuration);
  const notes = registry.counter(metrics.notes);
  const noteDelivery = registry.histogram(metrics.noteDelivery);
  const jobs = registry.counter(metrics.jobs);
  const jobsTakenOver = registry.counter(metrics.jobsTakenOver);
  const storeDuration = registry.histogram(metrics.storeDuration);
  const storeFailures = registry.counter(metrics.storeFailures);
  // Series start at 0, so that `rate()` sees the first increment.
  for (const source of Source.options)
    for (const kind of ["main", "branch", "revision"]) thoughts(0, source, kind);
  for (const status of RUN_STATUSES) runs(0, status);
  for (const operation of ["append", "read", "search"]) storeFailures(0, operation);
  sessions(0);
  for (const state of NoteState.options) notes(0, state);
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
    noted(state, seconds) {
      notes(1, state);
      if (seconds !== undefined) noteDelivery(Math.max(0, seconds));
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

/** Whether the caller can fix the failure. */
function isCallers(code: string | undefined): boolean {
  return code !== undefined && Object.hasOwn(failures, code) && failures[code as FailureCode].status < 500;
}

/** Registers the metrics of the process itself (processor, memory, event loop), read on demand. */
function measureProcess(registry: Registry): void {
  registry.measured(metrics.cpu, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.measured(metrics.residentMemory, () => process.memoryUsage.rss());
  registry.measured(metrics.started, () => performance.timeOrigin / 1000);
  registry.measured(metrics.heapUsed, () => process.memoryUsage().heapUsed);
  registry.measured(metrics.eventLoopActive, () => performance.eventLoopUtilization().active / 1000);
}

/** A set of ids that forgets an id some time after it was last seen. */
interface RecentlySeen {
  note(id: string): void;
  forget(id: string): void;
  count(): number;
}

/** Creates a set whose ids expire after this many milliseconds. */
function createRecentlySeen(milliseconds: number, now: () => number): RecentlySeen {
  // In order of last sight: the oldest is first.
  const seen = new Map<string, number>();
  const drop = (before: number) => {
    for (const [id, at] of seen) {
      if (at > before) return;
      seen.delete(id);
    }
  };
  return {
    note(id) {
      const time = now();
      seen.delete(id);
      seen.set(id, time);
      drop(time - milliseconds);
    },
    forget: (id) => void seen.delete(id),
    count() {
      drop(now() - milliseconds);
      return seen.size;
    },
  };
}
