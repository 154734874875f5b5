import type { Fence } from "../notebook/notebook-store.ts";

/** Work that is asked for. The first word of a task's name, `notebook.run` say, tells its kind. */
export interface JobOrder {
  readonly task: string;
  /** JSON. */
  readonly payload: unknown;
  /** What it must run beside, such as the kernel of a notebook; those of one home come one after another. */
  readonly home?: string;
  readonly signal?: AbortSignal;
  /** Called with what the task tells while it works, in order. */
  readonly onEvent?: (event: unknown) => void;
}

/** What came of a job. */
export interface JobAnswer {
  readonly value: unknown;
  /** The worker that had it died, and another one has gone on with it. */
  readonly takenOver: boolean;
}

/** What a task remembers of itself for whoever has to go on with it. */
export interface Journal {
  /** Names the job for ever: what is written under keys made from it is written once. */
  readonly key: string;
  /** What an earlier attempt remembered under this name. */
  recalled(name: string): unknown;
  /** What an earlier attempt remembered under this name, else what the work gives, which is then on disk. */
  remember<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** What a task is given besides its payload. */
export interface JobContext {
  /** Aborted when the caller cancels, when somebody interrupts the home, and when the job is this worker's no more. */
  readonly signal: AbortSignal;
  /** Tells the caller something, as JSON. */
  readonly tell: (event: unknown) => void;
  readonly takenOver: boolean;
  /** When the first attempt began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** What the attempts before this one have told. */
  readonly toldBefore: readonly unknown[];
  /** Absent where a job ends with the process that asked for it. */
  readonly journal?: Journal;
  /** Absent where no other worker can take the job. */
  readonly fence?: Fence;
}

/** Does the work of a job and gives its answer, as JSON; a failure travels by its code. */
export type Task = (payload: never, context: JobContext) => Promise<unknown>;

/** Tasks by name. */
export type Tasks = Readonly<Record<string, Task>>;

/** How a process takes jobs. */
export interface WorkOptions {
  readonly tasks: Tasks;
  /** How many at once. */
  readonly atOnce: number;
  /** This process is the home of it no more: what lives here of it must end. */
  readonly leaveHome: (home: string) => Promise<void>;
  /** Told of every job that has ended here. */
  readonly onEnd?: (task: string, outcome: JobOutcome) => void;
  /** Told of a job that goes on here after another worker's death. */
  readonly onTakeOver?: (task: string) => void;
  /** Told of what goes wrong beside the jobs. */
  readonly report?: (event: string, error: unknown) => void;
}

/** How a job can end; `lost` is one that was taken away while it ran. */
export type JobOutcome = "done" | "failed" | "cancelled" | "lost";

/** A process that takes jobs. */
export interface Working {
  /** Takes no more, waits so long for those that run, and hands the rest over with all homes. */
  stop(milliseconds: number): Promise<void>;
}

/** A job that runs or waits. */
export interface UnderWay {
  readonly task: string;
  readonly payload: unknown;
  /** What it has told last. */
  readonly told?: unknown;
}

/** Who a job is done for; its view of the ledger holds wherever that is. */
export interface JobPrincipal {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Where work is handed in and taken. */
export interface Jobs {
  /** Whether other processes may take what is handed in here. */
  readonly isShared: boolean;
  /** Has a job done by whoever takes it. Rejects with the task's failure, with `CANCELLED`, `NO_WORKER` or `JOB_LOST`. */
  run(order: JobOrder): Promise<JobAnswer>;
  /** Takes jobs until it is stopped. */
  work(options: WorkOptions): Promise<Working>;
  /** Ends those of these tasks that run beside a home; their callers are answered. False when none runs. */
  interrupt(home: string, tasks: readonly string[]): Promise<boolean>;
  /** Has the next job of a home begin anew, wherever that will be. */
  leave(home: string): Promise<void>;
  /** Makes this process the home of something new, when it takes jobs. */
  settle(home: string): Promise<void>;
  /** What runs or waits beside a home, in order. */
  underWay(home: string): Promise<readonly UnderWay[]>;
  /** How many wait to be taken. */
  waiting(): Promise<number>;
  /** How many workers that live take each kind of task. */
  workers(): Promise<Readonly<Record<string, number>>>;
  /** Cancels what this process has asked for beside a home, and waits a moment until that is answered. */
  cancelAtHomes(): Promise<void>;
  close(): Promise<void>;
}
