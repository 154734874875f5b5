import type { Invocation } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { invocationOf, type RawInvocation, weightOf } from "./raw-invocation.ts";

export type { RawInvocation } from "./raw-invocation.ts";

/** Keeps calls without delaying or failing them. */
export interface InvocationLog {
  note(call: RawInvocation): void;
  /** Writes what is at hand; what is noted afterwards is lost. */
  close(): Promise<void>;
}

/** How long invocations are kept; 0 keeps none at all. */
export interface Retention {
  readonly days: number;
  readonly rows: number;
}

/** How long calls wait to be written together. */
const PAUSE_MS = 250;
/** What may wait; a store that cannot be written does not fill the memory. */
const MOST_WAITING = 5_000;
const MOST_LETTERS = 16_000_000;
/** How many are copied and written at a time; in between others have their turn. */
const BATCH = 100;
/** Old rows are looked for after so many new ones, or so long after the last look. */
const PRUNE_EVERY = 1_000;
const PRUNE_MS = 3_600_000;
/** A store that keeps failing is not reported each time. */
const REPORT_MS = 60_000;

interface Noted {
  readonly call: RawInvocation;
  readonly time: number;
  readonly letters: number;
}

/**
 * Makes the log of a server on its store. A call that is noted is only remembered: it is copied, redacted and written a
 * moment later. The store is not touched before there is a call.
 */
export function createInvocationLog(
  store: Pick<Store, "keepInvocations" | "pruneInvocations">,
  retention: Retention,
  onDropped: (count: number, error?: unknown) => void,
  now: () => number = Date.now,
): InvocationLog {
  const keepsAny = retention.days > 0 && retention.rows > 0;
  const losses = createLosses(onDropped, now);
  const waiting: Noted[] = [];
  let letters = 0;
  let sincePruned = PRUNE_EVERY;
  let prunedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  function take(): Noted[] {
    const batch = waiting.splice(0, BATCH);
    for (const noted of batch) letters -= noted.letters;
    return batch;
  }

  function toRow({ call, time }: Noted): Invocation[] {
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
    // What fails here is done another time.
    await store.pruneInvocations({ before, keep: retention.rows }).catch(() => {});
  }

  async function write(): Promise<void> {
    let failed = false;
    while (waiting.length > 0) {
      const batch = take();
      const rows = batch.flatMap(toRow);
      try {
        await store.keepInvocations(rows);
        sincePruned += rows.length;
      } catch (error) {
        failed = true;
        losses.add(rows.length, error);
        // Who closes does not wait until each batch has failed by itself.
        if (closed) losses.add(waiting.splice(0).length);
      }
    }
    if (!failed) await prune();
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
    if (waiting.length >= MOST_WAITING || letters >= MOST_LETTERS) {
      losses.add(1);
      return;
    }
    const noted = { call, time: now(), letters: weightOf(call) };
    letters += noted.letters;
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
      // Where nothing is kept any more, what an earlier setting has kept goes.
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

/** Counts what was lost, and tells of it at once but not again and again. */
function createLosses(onDropped: (count: number, error?: unknown) => void, now: () => number) {
  let count = 0;
  let reason: unknown;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    add(lost: number, error?: unknown): void {
      count += lost;
      reason = error ?? reason;
    },
    report(whenever: boolean): void {
      if (count === 0 || (!whenever && now() - reportedAt < REPORT_MS)) return;
      reportedAt = now();
      onDropped(count, reason);
      count = 0;
      reason = undefined;
    },
  };
}
