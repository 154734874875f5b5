/** How busy a server is. */
export interface Activity {
  /** Requests since the start. */
  readonly begun: number;
  /** Requests that have not been answered yet. */
  readonly underWay: number;
}

/** The effect of one garbage collection. */
export interface Collection {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** When to collect garbage, and how. */
export interface IdleRules {
  /** How often to check. A server is idle if no request started since the last check and none is in flight. */
  readonly everyMs?: number;
  /** Whether the first idle period always collects, because the process has just loaded its modules. */
  readonly collectsFirst?: boolean;
  readonly collect?: () => Promise<void>;
  readonly residentMemory?: () => number;
  readonly onCollected?: (collection: Collection) => void;
}

const EVERY_MS = 5_000;
/** The growth since the last collection that makes another one worthwhile. */
const MIN_GROWTH = 1.1;

/**
 * Collects garbage once each time a busy server becomes idle. V8 collects when it needs memory, so an idle server would
 * keep everything from its last busy hour. Returns a function that stops the checks.
 */
export function collectWhenIdle(activity: () => Activity, rules: IdleRules = {}): () => void {
  const { everyMs = EVERY_MS, collect = collectGarbage, onCollected = () => {} } = rules;
  const { residentMemory = () => process.memoryUsage.rss() } = rules;
  let lastBytes = rules.collectsFirst ? 0 : residentMemory();
  let seen = activity().begun;
  let collectedAt = seen;

  async function check(): Promise<void> {
    const { begun, underWay } = activity();
    const isIdle = begun === seen && underWay === 0;
    seen = begun;
    if (!isIdle || begun === collectedAt) return;
    collectedAt = begun;
    const bytesBefore = residentMemory();
    if (bytesBefore < lastBytes * MIN_GROWTH) return;
    await collect();
    lastBytes = residentMemory();
    onCollected({ bytesBefore, bytesAfter: lastBytes });
  }

  const timer = setInterval(() => void check().catch(() => {}), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The documented way to request a collection: it needs no flag, and an in-process session opens no port. */
async function collectGarbage(): Promise<void> {
  const { Session } = await import("node:inspector/promises");
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
}
