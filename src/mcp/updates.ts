import type { Change } from "../ledger/index.ts";
import type { Resource } from "./define.ts";

/** Tells which resources have changed, by whichever process. */
export interface Updates {
  /** Calls back with each URI that changed, until the returned function is called. Nothing runs while nobody listens. */
  listen(listener: (uri: string) => void): () => void;
  /** Resolves when nothing that changes from then on is missed. */
  ready(): Promise<void>;
}

/** The change feed, as far as updates need it. */
export interface Feed {
  position(): Promise<number>;
  follow(from: number, signal: AbortSignal): AsyncIterable<readonly Change[]>;
}

/** Joins the change feed to the URIs that resources declare for its changes: each once per batch. */
export function createUpdates(
  resources: readonly Resource[],
  feed: Feed,
  onError: (error: unknown) => void,
): Updates {
  const listeners = new Set<(uri: string) => void>();
  let running: AbortController | undefined;
  let position: Promise<number> | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    position = feed.position();
    for await (const changes of feed.follow(await position, signal)) {
      if (signal.aborted) return;
      const uris = new Set(changes.flatMap((change) => resources.map((one) => one.updatedBy?.(change))));
      uris.delete(undefined);
      for (const uri of uris) for (const listener of listeners) listener(uri!);
    }
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
    listen(listener) {
      const entry = (uri: string) => listener(uri);
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
