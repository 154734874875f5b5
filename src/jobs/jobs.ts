/** A job to run. The part of the task's name before the dot is its kind: `notebook.run` has the kind `notebook`. */
export interface JobRequest {
  readonly task: string;
  /** JSON. */
  readonly payload: unknown;
  /**
   * Jobs with the same key, such as a notebook's id, run on one worker (the key's owner worker), one after another in the
   * order in which they were requested.
   */
  readonly ownerKey?: string;
  readonly signal?: AbortSignal;
  /** Called with each event that the task emits, in order. */
  readonly onEvent?: (event: unknown) => void;
}

/** The answer to a job. */
export interface JobAnswer {
  readonly value: unknown;
  /** The worker that ran the job died, and another one finished it. */
  readonly takenOver: boolean;
}

/** Durable notes of a job, for the worker that takes it over. */
export interface Journal {
  /** Identifies the job forever. Writes under idempotency keys made from it happen once. */
  readonly key: string;
  /** The value that an earlier attempt stored under this name. */
  recall(name: string): unknown;
  /** The value that an earlier attempt stored under this name; otherwise runs the work and stores its result on disk. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** The attempt at a job that a write belongs to. A store rejects writes of an earlier attempt. */
export interface Fence {
  readonly job: string;
  readonly attempt: number;
}

/** What a task receives besides its payload. */
export interface JobContext {
  /** Aborted when the caller cancels, when the job is interrupted, and when this worker has lost the job. */
  readonly signal: AbortSignal;
  /** Sends an event to the caller, as JSON. */
  readonly emit: (event: unknown) => void;
  readonly takenOver: boolean;
  /** When the first attempt started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** The events of earlier attempts. */
  readonly earlierEvents: readonly unknown[];
  /** Absent if a job ends with the process that requested it. */
  readonly journal?: Journal;
  /** Absent if no other worker can take the job. */
  readonly fence?: Fence;
}

/** Runs a job and returns its answer, as JSON. A failure reaches the caller by its code. */
export type Task = (payload: never, context: JobContext) => Promise<unknown>;

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/** How a process runs jobs. */
export interface WorkOptions {
  readonly tasks: Tasks;
  /** How many jobs run at the same time. */
  readonly concurrency: number;
  /** This process no longer owns the key: everything that lives here for it, such as a kernel, must end. */
  readonly onDisown: (ownerKey: string) => Promise<void>;
  /** Called after each job that ended here. */
  readonly onEnd?: (task: string, outcome: JobOutcome) => void;
  /** Called when a job continues here after another worker's death. */
  readonly onTakeOver?: (task: string) => void;
  /** Receives errors that belong to no single job. */
  readonly report?: (event: string, error: unknown) => void;
}

/** How a job can end. A `lost` job was given to another worker while it ran. */
export type JobOutcome = "done" | "failed" | "cancelled" | "lost";

/** A process that runs jobs. */
export interface JobWorker {
  /** Takes no more jobs, waits at most this long for running ones, then hands over the rest and all owned keys. */
  stop(graceMs: number): Promise<void>;
}

/** A job that runs or waits. */
export interface JobInFlight {
  readonly task: string;
  readonly payload: unknown;
  readonly lastEvent?: unknown;
}

/** A job queue. */
export interface Jobs {
  /** Whether other processes can run the jobs that are requested here. */
  readonly isShared: boolean;
  /** Runs a job on any worker. Rejects with the task's failure, or with `CANCELLED`, `NO_WORKER` or `JOB_LOST`. */
  run(order: JobRequest): Promise<JobAnswer>;
  /** Runs jobs in this process until it is stopped. */
  work(options: WorkOptions): Promise<JobWorker>;
  /** Aborts the running jobs of these tasks; their callers get an answer. Returns false if none runs. */
  interrupt(ownerKey: string, tasks: readonly string[]): Promise<boolean>;
  /** Makes this process the owner worker of a new key, if it runs jobs. */
  own(ownerKey: string): Promise<void>;
  /** Takes the key away from its owner worker: the next job starts fresh, on any worker. */
  disown(ownerKey: string): Promise<void>;
  /** The running and waiting jobs of a key, in order. */
  inFlight(ownerKey: string): Promise<readonly JobInFlight[]>;
  /** How many jobs wait for a worker. */
  queued(): Promise<number>;
  /** How many live workers there are for each kind of task. */
  workers(): Promise<Readonly<Record<string, number>>>;
  /** Cancels the jobs with a key that this process requested, and waits briefly for their answers. */
  cancelWithOwnerKey(): Promise<void>;
  close(): Promise<void>;
}

/** The kind of a task. A worker that has one task of a kind has all of them. */
export function kindOf(task: string): string {
  return task.split(".")[0]!;
}
