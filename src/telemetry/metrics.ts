/** A figure that is told to Prometheus: its name, what it means, and its labels, whose values come from closed sets. */
export interface Metric<L extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly L[];
  /** Upper bounds of a histogram's buckets, rising; one without a bound follows by itself. */
  readonly buckets?: readonly number[];
}

const metric = <const M extends Metric>(of: M): M => of;

/** From a tenth of a millisecond, where a durable write lies, to what a caller no longer waits for. */
const SHORT = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Work that may take a while: tools that ask a model or run a cell. */
const LONG = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Answers of models. */
const SLOW = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** Every figure of Clew's own; the dashboards and alert rules are written with these names. */
export const metrics = {
  build: metric({
    name: "thoughtbox_build_info",
    help: "Always 1; the labels tell which version runs",
    type: "gauge",
    labels: ["version"],
  }),
  thoughts: metric({
    name: "thoughtbox_thoughts_total",
    help: "Thoughts recorded by this process",
    type: "counter",
    labels: ["source", "kind"],
  }),
  sessions: metric({
    name: "thoughtbox_sessions_total",
    help: "Sessions opened by this process",
    type: "counter",
    labels: [],
  }),
  activeSessions: metric({
    name: "thoughtbox_sessions_active",
    help: "Sessions that this process wrote to in the last 15 minutes and that have not ended",
    type: "gauge",
    labels: [],
  }),
  toolCalls: metric({
    name: "thoughtbox_tool_calls_total",
    help: "Calls of tools: ok, refused (the caller can put it right) or failed",
    type: "counter",
    labels: ["tool", "outcome"],
  }),
  toolDuration: metric({
    name: "thoughtbox_tool_duration_seconds",
    help: "Time from a call of a tool to its answer",
    type: "histogram",
    labels: ["tool", "outcome"],
    buckets: LONG,
  }),
  engineCalls: metric({
    name: "thoughtbox_engine_calls_total",
    help: "Turns that models were asked for",
    type: "counter",
    labels: ["provider", "model", "outcome"],
  }),
  engineTokens: metric({
    name: "thoughtbox_engine_tokens_total",
    help: "Tokens that models read (input, from the cache or not) and wrote (output), as reported",
    type: "counter",
    labels: ["provider", "model", "direction"],
  }),
  engineCost: metric({
    name: "thoughtbox_engine_cost_dollars_total",
    help: "Cost of turns in dollars, for models whose price is known",
    type: "counter",
    labels: ["provider", "model"],
  }),
  engineDuration: metric({
    name: "thoughtbox_engine_duration_seconds",
    help: "Time from asking a model to the end of its turn",
    type: "histogram",
    labels: ["provider", "model"],
    buckets: SLOW,
  }),
  notebookRuns: metric({
    name: "thoughtbox_notebook_runs_total",
    help: "Runs of code cells",
    type: "counter",
    labels: ["status"],
  }),
  notebookDuration: metric({
    name: "thoughtbox_notebook_run_duration_seconds",
    help: "How long code cells ran",
    type: "histogram",
    labels: [],
    buckets: LONG,
  }),
  jobs: metric({
    name: "thoughtbox_jobs_total",
    help: "Jobs that ended in this process: done, failed, cancelled, or lost to another worker",
    type: "counter",
    labels: ["task", "outcome"],
  }),
  jobsTakenOver: metric({
    name: "thoughtbox_jobs_taken_over_total",
    help: "Jobs that went on in this process after the worker that had them died",
    type: "counter",
    labels: ["task"],
  }),
  jobsWaiting: metric({
    name: "thoughtbox_jobs_waiting",
    help: "Jobs in the database that wait for a worker or for their turn",
    type: "gauge",
    labels: [],
  }),
  storeDuration: metric({
    name: "thoughtbox_store_duration_seconds",
    help: "Time that the ledger took: append until durable, read, search",
    type: "histogram",
    labels: ["operation"],
    buckets: SHORT,
  }),
  storeFailures: metric({
    name: "thoughtbox_store_failures_total",
    help: "Operations on the ledger that failed through no fault of the caller",
    type: "counter",
    labels: ["operation"],
  }),
  feedLag: metric({
    name: "thoughtbox_feed_lag_changes",
    help: "Changes in the ledger that followers of this process have not been told yet",
    type: "gauge",
    labels: [],
  }),
  cpu: metric({
    name: "process_cpu_seconds_total",
    help: "Processor time of this process, user and system",
    type: "counter",
    labels: [],
  }),
  residentMemory: metric({
    name: "process_resident_memory_bytes",
    help: "Resident memory of this process",
    type: "gauge",
    labels: [],
  }),
  started: metric({
    name: "process_start_time_seconds",
    help: "When this process began, in seconds since 1970",
    type: "gauge",
    labels: [],
  }),
  heapUsed: metric({
    name: "nodejs_heap_size_used_bytes",
    help: "JavaScript heap in use",
    type: "gauge",
    labels: [],
  }),
  eventLoopActive: metric({
    name: "nodejs_eventloop_active_seconds_total",
    help: "Time that the event loop was busy; its rate is the utilisation, 1 at most",
    type: "counter",
    labels: [],
  }),
};
