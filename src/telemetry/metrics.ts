/** A Prometheus metric. Label values come from closed sets. */
export interface Metric<L extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly labels: readonly L[];
  /** Ascending upper bounds of a histogram's buckets; `+Inf` is added. */
  readonly buckets?: readonly number[];
}

const metric = <const M extends Metric>(of: M): M => of;

/** Store operations: a durable write takes about 0.1 ms. */
const SHORT = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Tool calls, including those that ask a model or run a cell. */
const LONG = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Model turns. */
const SLOW = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

/** All metrics of Clew; dashboards and alert rules are generated with these names. */
export const metrics = {
  build: metric({
    name: "thoughtbox_build_info",
    help: "Always 1; the label is the running version",
    type: "gauge",
    labels: ["version"],
  }),
  thoughts: metric({
    name: "thoughtbox_thoughts_total",
    help: "Thoughts recorded by this process",
    type: "counter",
    labels: ["source", "kind"],
  }),
  notes: metric({
    name: "thoughtbox_notes_total",
    help: "Notes that reached a state through this process",
    type: "counter",
    labels: ["state"],
  }),
  noteDelivery: metric({
    name: "thoughtbox_note_delivery_seconds",
    help: "From writing a note to the first answer that carried it",
    type: "histogram",
    labels: [],
    buckets: [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200],
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
    help: "Tool calls by outcome: ok, refused (the caller can fix it) or failed",
    type: "counter",
    labels: ["tool", "outcome"],
  }),
  toolDuration: metric({
    name: "thoughtbox_tool_duration_seconds",
    help: "Duration of tool calls",
    type: "histogram",
    labels: ["tool", "outcome"],
    buckets: LONG,
  }),
  engineCalls: metric({
    name: "thoughtbox_engine_calls_total",
    help: "Model turns",
    type: "counter",
    labels: ["provider", "model", "outcome"],
  }),
  engineTokens: metric({
    name: "thoughtbox_engine_tokens_total",
    help: "Tokens read (input, cached or not) and written (output) by models, as reported",
    type: "counter",
    labels: ["provider", "model", "direction"],
  }),
  engineCost: metric({
    name: "thoughtbox_engine_cost_dollars_total",
    help: "Cost of model turns in dollars, for models with a known price",
    type: "counter",
    labels: ["provider", "model"],
  }),
  engineDuration: metric({
    name: "thoughtbox_engine_duration_seconds",
    help: "Duration of model turns",
    type: "histogram",
    labels: ["provider", "model"],
    buckets: SLOW,
  }),
  notebookRuns: metric({
    name: "thoughtbox_notebook_runs_total",
    help: "Cell runs",
    type: "counter",
    labels: ["status"],
  }),
  notebookDuration: metric({
    name: "thoughtbox_notebook_run_duration_seconds",
    help: "Duration of cell runs",
    type: "histogram",
    labels: [],
    buckets: LONG,
  }),
  jobs: metric({
    name: "thoughtbox_jobs_total",
    help: "Jobs that ended in this process, by outcome: done, failed, cancelled, or lost to another worker",
    type: "counter",
    labels: ["task", "outcome"],
  }),
  jobsTakenOver: metric({
    name: "thoughtbox_jobs_taken_over_total",
    help: "Jobs that this process took over from a dead worker",
    type: "counter",
    labels: ["task"],
  }),
  jobsWaiting: metric({
    name: "thoughtbox_jobs_waiting",
    help: "Waiting jobs in the database",
    type: "gauge",
    labels: [],
  }),
  storeDuration: metric({
    name: "thoughtbox_store_duration_seconds",
    help: "Duration of ledger operations: append until durable, read, search",
    type: "histogram",
    labels: ["operation"],
    buckets: SHORT,
  }),
  storeFailures: metric({
    name: "thoughtbox_store_failures_total",
    help: "Failed ledger operations that were not the caller's mistake",
    type: "counter",
    labels: ["operation"],
  }),
  feedLag: metric({
    name: "thoughtbox_feed_lag_changes",
    help: "Changes in the ledger not yet delivered to followers in this process",
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
    help: "Start time of this process, in seconds since 1970",
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
    help: "Busy time of the event loop; its rate is the utilization, at most 1",
    type: "counter",
    labels: [],
  }),
};
