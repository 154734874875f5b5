import type { Invocation } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { invocationOf, type RawInvocation, weightOf } from "./raw-invocation.ts";

export type { RawInvocation } from "./raw-invocation.ts";

/** Records calls without delaying or failing them. */
export interface InvocationLog {
  note(call: RawInvocation): void;
  /** Writes what is queued; calls noted afterwards are lost. */
  close(): Promise<void>;
}

/** How long invocations are kept; 0 keeps none. */
export interface Retention {
  readonly days: number;
  readonly rows: number;
}

/** How long calls wait so that they are written together. */
const PAUSE_MS = 250;
/** Limits of the queue: a failing store must not fill the memory. */
const MOST_WAITING = 5_000;
const MOST_CHARACTERS = 16_000_000;
/** How many are copied and written at a time; other work runs in between. */
const BATCH = 100;
/** Old rows are pruned after this many new ones, or this long after the last time. */
const PRUNE_EVERY = 1_000;
const PRUNE_MS = 3_600_000;
/** The interval between reports about a failing store. */
const REPORT_MS = 60_000;

interface QueuedCall {
  readonly call: RawInvocation;
  readonly time: number;
  readonly characters: number;
}

/**
 * Creates the invocation log of a server. `note` only queues a call; it is copied, redacted and written a moment later.
 * The store is not used before the first call.
 */
export function createInvocationLog(
  store: Pick<Store, "keepInvocations" | "pruneInvocations">,
  retention: Retention,
  onDropped: (count: number, error?: unknown) => void,
  now: () => number = Date.now,
): InvocationLog {
  const keepsAny = retention.days > 0 && retention.rows > 0;
  const losses = createLosses(onDropped, now);
  const waiting: QueuedCall[] = [];
  let characters = 0;
  let sincePruned = PRUNE_EVERY;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  function take(): QueuedCall[] {
    const batch = waiting.splice(0, BATCH);
    for (const noted of batch) characters -= noted.characters;
    return batch;
  }

  function toRow({ call, time }: QueuedCall): Invocation[] {
    try {
      return [invocationOf(call, time)];
    } catch (error) {
      losses.add(1, error);
      return [];
    }
  }

  const isPruneDue = () => sincePruned >= PRUNE_EVERY || now() - prunedAt >= PRUNE_MS;

  async function prune(): Promise<void> {
    if (!isPruneDue()) return;
    sincePruned = 0;
    prunedAt = now();
    const before = new Date(Math.max(0, prunedAt - retention.days * 86_400_000)).toISOString();
    // A failed prune is repeated later.
    await store.pruneInvocations({ before, keep: retention.rows }).catch(() => {});
  }

  async function write(): Promise<void> {
    if (waiting.length === 0) await prune();
    while (waiting.length > 0) {
      const batch = take();
      const rows = batch.flatMap(toRow);
      try {
        await store.keepInvocations(rows);
        sincePruned += rows.length;
        await prune();
      } catch (error) {
        losses.add(rows.length, error);
        // On close, do not wait for each batch to fail.
        if (closed) losses.add(waiting.splice(0).length);
      }
    }
    losses.report(closed);
  }

  function start(): Promise<void> {
    timer = undefined;
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting.length > 0 && !closed) soon();
    });
    return writing;
  }

  function soon(): void {
    if (!writing) timer ??= setTimeout(start, PAUSE_MS).unref();
  }

  function remember(call: RawInvocation): void {
    if (waiting.length >= MOST_WAITING || characters >= MOST_CHARACTERS) {
      losses.add(1);
      return;
    }
    const noted = { call, time: now(), characters: weightOf(call) };
    characters += noted.characters;
    waiting.push(noted);
  }

  return {
    note(call) {
      if (closed) return;
      try {
        if (keepsAny) remember(call);
      } catch (error) {
        losses.add(1, error);
      }
      // If nothing is kept now, rows from an earlier setting are pruned.
      if (keepsAny || isPruneDue()) soon();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const due = timer !== undefined;
      await writing;
      if (due || waiting.length > 0) await start();
      losses.report(true);
    },
  };
}

/** Counts lost calls and reports them at once, then at most once a minute. */
function createLosses(onDropped: (count: number, error?: unknown) => void, now: () => number) {
  let count = 0;
  let reason: unknown;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    add(lost: number, error?: unknown): void {
      count += lost;
      reason = error ?? reason;
    },
    report(isForced: boolean): void {
      if (count === 0 || (!isForced && now() - reportedAt < REPORT_MS)) return;
      reportedAt = now();
      onDropped(count, reason);
      count = 0;
      reason = undefined;
    },
  };
}
