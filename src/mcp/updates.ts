import type { Change } from "../ledger/index.ts";
import type { Resource } from "./define.ts";

/** A change as a listener sees it; undefined when it must not see it. */
export type Sees = (change: Change) => Change | undefined;

/** Notifies of changed resources, whichever process changed them. */
export interface Updates {
  /**
   * Calls back with each changed URI that the listener may see, until the returned function is called. Nothing runs
   * while nobody listens.
   */
  listen(listener: (uri: string) => void, sees?: Sees): () => void;
  /** Resolves when no later change can be missed. */
  ready(): Promise<void>;
}

/** The change feed, as far as updates need it. */
interface UpdatesFeed {
  position(): Promise<number>;
  follow(from: number, signal: AbortSignal): AsyncIterable<readonly Change[]>;
}

/** Maps changes of the feed to the URIs of resources: each URI once per batch. */
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
      // Listeners often share a filter.
      const urisBySees = new Map<Sees, ReadonlySet<string>>();
      for (const { onChange, sees } of listeners) {
        if (!urisBySees.has(sees))
          urisBySees.set(sees, urisOf(changes.flatMap((change) => sees(change) ?? [])));
        for (const uri of urisBySees.get(sees)!) onChange(uri);
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
      // A feed that cannot be read is reported by `run`.
      await position?.catch(() => {});
    },
    listen(onChange, sees = everything) {
      const entry = { onChange, sees };
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
  readonly onChange: (uri: string) => void;
  readonly sees: Sees;
}

const everything: Sees = (change) => change;
