import type { Change } from "../ledger/index.ts";
import type { Resource } from "./define.ts";

/** A change as a listener sees it; undefined when it is none of its business. */
export type Sees = (change: Change) => Change | undefined;

/** Tells which resources have changed, by whichever process. */
export interface Updates {
  /**
   * Calls back with each URI that changed, as far as the listener sees the changes, until the returned function is
   * called. Nothing runs while nobody listens.
   */
  listen(listener: (uri: string) => void, sees?: Sees): () => void;
  /** Resolves when nothing that changes from then on is missed. */
  ready(): Promise<void>;
}

/** The change feed, as far as updates need it. */
interface UpdatesFeed {
  position(): Promise<number>;
  follow(from: number, signal: AbortSignal): AsyncIterable<readonly Change[]>;
}

/** Joins the change feed to the URIs that resources declare for its changes: each once per batch. */
export function createUpdates(
  resources: readonly Resource[],
  feed: UpdatesFeed,
  onError: (error: unknown) => void,
): Updates {
  const listeners = new Set<Listener>();
  let running: AbortController | undefined;
  let position: Promise<number> | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    position = feed.position();
    for await (const changes of feed.follow(await position, signal)) {
      if (signal.aborted) return;
      // Many listeners see alike.
      const told = new Map<Sees, ReadonlySet<string>>();
      for (const { hear, sees } of listeners) {
        if (!told.has(sees)) told.set(sees, urisOf(changes.flatMap((change) => sees(change) ?? [])));
        for (const uri of told.get(sees)!) hear(uri);
      }
    }
  }

  function urisOf(changes: readonly Change[]): ReadonlySet<string> {
    return new Set(changes.flatMap((change) => resources.flatMap((one) => one.updatedBy?.(change) ?? [])));
  }

  function start(): AbortController {
    const controller = new AbortController();
    run(controller.signal)
      .catch(onError)
      .finally(() => {
        // A feed that failed is started again by the next listener.
        if (running === controller) running = undefined;
      });
    return controller;
  }

  return {
    async ready() {
      // That the feed cannot be read is reported where it is followed.
      await position?.catch(() => {});
    },
    listen(hear, sees = everything) {
      const entry = { hear, sees };
      listeners.add(entry);
      running ??= start();
      return () => {
        listeners.delete(entry);
        if (listeners.size > 0) return;
        running?.abort();
        running = undefined;
      };
    },
  };
}

interface Listener {
  readonly hear: (uri: string) => void;
  readonly sees: Sees;
}

const everything: Sees = (change) => change;
