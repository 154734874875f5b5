import type { Change } from "../ledger/index.ts";
import { follow, type Store } from "./port.ts";

/** The change feed of one process. All followers share one reader of the store. */
export interface Feed {
  /** The position of the newest change. */
  position(): Promise<number>;
  /** Every change after a position, in order, each once, until the signal aborts. */
  follow(from: number, signal: AbortSignal): AsyncGenerator<readonly Change[], void>;
  /** How many changes the slowest follower has yet to take; 0 without followers. */
  lag(): Promise<number>;
}

type FeedStore = Pick<Store, "position" | "changes" | "onWrite">;

/** Changes kept in memory. A follower that is further behind reads the store until it has caught up. */
const KEPT = 2_000;
const PAGE = 500;

/** Creates the feed of a store, which is read only while someone follows. */
export function createFeed(store: FeedStore): Feed {
  const followers = new Set<Follower>();
  let reader: Reader | undefined;
  return {
    position: () => store.position(),
    async *follow(from, signal) {
      if (!reader || reader.hasFailed) reader = new Reader(store);
      const follower = { position: from };
      followers.add(follower);
      try {
        yield* reader.changesFor(follower, signal);
      } finally {
        followers.delete(follower);
        if (followers.size === 0) {
          reader?.stop();
          reader = undefined;
        }
      }
    },
    async lag() {
      if (followers.size === 0) return 0;
      const newest = await store.position();
      return Math.max(0, ...[...followers].map(({ position }) => newest - position));
    },
  };
}

interface Follower {
  /** Of the last change that it has taken. */
  position: number;
}

/** Reads new changes once and keeps the latest of them for all followers. */
class Reader {
  hasFailed = false;
  readonly #store: FeedStore;
  readonly #stopping = new AbortController();
  readonly #started: Promise<void>;
  /** Every change after `#keptAfter`, oldest first. */
  readonly #kept: Change[] = [];
  #keptAfter = 0;
  #news = Promise.withResolvers<void>();

  constructor(store: FeedStore) {
    this.#store = store;
    this.#started = this.#start();
    this.#started.catch(() => {
      this.hasFailed = true;
    });
  }

  stop(): void {
    this.#stopping.abort();
  }

  async *changesFor(follower: Follower, signal: AbortSignal): AsyncGenerator<readonly Change[], void> {
    await this.#started;
    while (!signal.aborted) {
      const keptAfter = this.#keptAfter;
      const isBehind = follower.position < keptAfter;
      const changes = isBehind
        ? await this.#store.changes(follower.position, PAGE)
        : this.#keptSince(follower.position);
      if (changes.length > 0) {
        yield changes;
        // The follower asked for more, so it has taken these.
        follower.position = changes.at(-1)!.position;
      } else if (isBehind) follower.position = keptAfter;
      else await this.#waitForNews(signal);
    }
  }

  #keptSince(position: number): readonly Change[] {
    const first = this.#kept.findLastIndex((change) => change.position <= position) + 1;
    return this.#kept.slice(first, first + PAGE);
  }

  async #waitForNews(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    const onAbort = () => aborted.resolve();
    signal.addEventListener("abort", onAbort);
    try {
      await Promise.race([this.#news.promise, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async #start(): Promise<void> {
    this.#keptAfter = await this.#store.position();
    void this.#read();
  }

  async #read(): Promise<void> {
    try {
      for await (const changes of follow(this.#store, this.#keptAfter, this.#stopping.signal)) {
        this.#kept.push(...changes);
        const dropped = this.#kept.splice(0, Math.max(0, this.#kept.length - KEPT));
        this.#keptAfter = dropped.at(-1)?.position ?? this.#keptAfter;
        this.#news.resolve();
        this.#news = Promise.withResolvers();
      }
    } catch (error) {
      this.hasFailed = true;
      // The followers that wait for news throw the error; there may be none.
      this.#news.promise.catch(() => {});
      this.#news.reject(error);
    }
  }
}
