import type { Invocation, InvocationFilter, InvocationStats } from "../../ledger/index.ts";

/** Which invocations to keep. */
export interface InvocationLimits {
  /** An ISO time: earlier invocations are deleted. */
  readonly before: string;
  /** How many of the newest to keep. */
  readonly keep: number;
}

/** Calls of tools and models. They are not in the feed. */
export interface InvocationStore {
  /** Stores invocations; an id that exists already changes nothing. */
  keepInvocations(rows: readonly Invocation[]): Promise<void>;
  /** Deletes invocations beyond the limits and returns how many. */
  pruneInvocations(limits: InvocationLimits): Promise<number>;
  /** Invocations, newest first. */
  invocations(filter: InvocationFilter): Promise<readonly Invocation[]>;
  invocation(id: string): Promise<Invocation | undefined>;
  /** Statistics of each tool and model, most calls first. */
  invocationStats(
    filter: Pick<InvocationFilter, "since" | "until" | "owner">,
  ): Promise<readonly InvocationStats[]>;
}
