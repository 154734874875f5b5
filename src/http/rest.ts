import { Session } from "node:inspector/promises";

/** What a server does just now. */
export interface Activity {
  /** Requests since the start. */
  readonly begun: number;
  /** Those that have no answer yet. */
  readonly underWay: number;
}

/** A collection that was worth telling. */
export interface Collection {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** When a server rests, and what it does then. */
export interface RestRules {
  /** How often is looked; a server rests when nothing has begun between two looks and nothing is under way. */
  readonly everyMs?: number;
  readonly collect?: () => Promise<void>;
  readonly residentMemory?: () => number;
  readonly onCollected?: (collection: Collection) => void;
}

const EVERY_MS = 5_000;
/** Less growth than this since the last collection is not worth another one. */
const WORTH = 1.1;

/**
 * Gives memory back when a server that was busy rests, once a rest: V8 collects garbage when it needs room, so that one
 * that has nothing to do keeps all of its last busy hour. Answers what ends it.
 */
export function giveMemoryBack(activity: () => Activity, rules: RestRules = {}): () => void {
  const { everyMs = EVERY_MS, collect = collectGarbage, onCollected = () => {} } = rules;
  const { residentMemory = () => process.memoryUsage.rss() } = rules;
  let kept = residentMemory();
  let seen = activity().begun;
  let restedSince = seen;

  async function look(): Promise<void> {
    const { begun, underWay } = activity();
    const isResting = begun === seen && underWay === 0;
    seen = begun;
    if (!isResting || begun === restedSince) return;
    restedSince = begun;
    const bytesBefore = residentMemory();
    if (bytesBefore < kept * WORTH) return;
    await collect();
    kept = residentMemory();
    onCollected({ bytesBefore, bytesAfter: kept });
  }

  const looking = setInterval(() => void look().catch(() => {}), everyMs);
  looking.unref();
  return () => clearInterval(looking);
}

/** The documented way to ask for a collection; it needs no flag, and a session in the process opens no port. */
async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
}
