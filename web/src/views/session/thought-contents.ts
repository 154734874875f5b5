import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Thought } from "../../data/api-types.ts";

/** The contents of the thoughts of a session, loaded on demand. */
export interface Contents {
  get(seq: number): Thought | undefined;
  /**
   * Requests a thought until the result is called. `onLoad` is called whenever it is loaded, and at once if it is not
   * the `shown` one any more.
   */
  request(seq: number, shown: Thought | undefined, onLoad: () => void): () => void;
  /** Reloads a thought that has changed. */
  reload(seq: number): void;
  readonly hasFailed: { readonly value: boolean };
  /** Loads requested thoughts that failed to load. */
  retry(): void;
}

/** Thoughts per page, and pages kept. */
const PAGE = 25;
const KEPT = 120;
/** Loads once scrolling pauses, but waits at most `PATIENCE_MS`. */
const PAUSE_MS = 80;
const PATIENCE_MS = 400;
/** Parts of thoughts (head and text) rendered per frame, to keep frames short. */
const PER_FRAME = 6;

/** `load` returns up to `limit` thoughts after a `seq`. */
export function createContents(
  load: (after: number, limit: number) => Promise<readonly Thought[]>,
): Contents {
  const thoughts = new Map<number, Thought>();
  /** Pages in order of use; the least recently used are evicted first. */
  const pages = new Map<number, "loading" | "loaded">();
  /** Pages to load once more after the current load, because a thought may have changed since it began. */
  const stale = new Set<number>();
  const requested = new Map<number, Set<() => void>>();
  const arrived: number[] = [];
  const hasFailed = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requestedAt: number | undefined;
  let isNotifying = false;

  function notify(): void {
    if (isNotifying) return;
    isNotifying = true;
    const next = () => {
      let notified = 0;
      while (arrived.length > 0 && notified < PER_FRAME)
        for (const onLoad of requested.get(arrived.shift()!) ?? []) {
          onLoad();
          notified++;
        }
      isNotifying = arrived.length > 0;
      if (isNotifying) requestAnimationFrame(next);
    };
    next();
  }

  async function loadPage(page: number): Promise<void> {
    pages.set(page, "loading");
    try {
      for (const thought of await load(page * PAGE, PAGE)) {
        thoughts.set(thought.seq, thought);
        arrived.push(thought.seq);
      }
      pages.delete(page);
      pages.set(page, "loaded");
      hasFailed.value = false;
      evict();
    } catch {
      pages.delete(page);
      hasFailed.value = true;
    }
    if (stale.delete(page)) void loadPage(page);
    notify();
  }

  function evict(): void {
    for (const page of pages.keys()) {
      if (pages.size <= KEPT) return;
      const seqs = Array.from({ length: PAGE }, (_, index) => page * PAGE + index + 1);
      if (seqs.some((seq) => requested.has(seq))) continue;
      pages.delete(page);
      for (const seq of seqs) thoughts.delete(seq);
    }
  }

  function loadRequested(): void {
    requestedAt = undefined;
    const missing = new Set<number>();
    for (const seq of requested.keys()) {
      if (thoughts.has(seq)) continue;
      // A page that is still loading may lack this thought and is loaded again.
      if (pages.get(pageOf(seq)) === "loading") stale.add(pageOf(seq));
      else missing.add(pageOf(seq));
    }
    for (const page of missing) void loadPage(page);
  }

  function loadSoon(): void {
    requestedAt ??= performance.now();
    const left = requestedAt + PATIENCE_MS - performance.now();
    clearTimeout(timer);
    timer = setTimeout(loadRequested, Math.max(0, Math.min(PAUSE_MS, left)));
  }

  return {
    get: (seq) => thoughts.get(seq),
    request(seq, shown, onLoad) {
      const listeners = requested.get(seq) ?? new Set();
      requested.set(seq, listeners.add(onLoad));
      if (!thoughts.has(seq)) loadSoon();
      else if (thoughts.get(seq) !== shown) onLoad();
      return () => {
        listeners.delete(onLoad);
        if (listeners.size === 0) requested.delete(seq);
      };
    },
    reload(seq) {
      const page = pageOf(seq);
      if (pages.get(page) === "loading") stale.add(page);
      else if (thoughts.has(seq)) void loadPage(page);
    },
    hasFailed,
    retry: loadSoon,
  };
}

/** A thought, once it is loaded; 0 means none. */
export function useThought(contents: Contents, seq: number): Thought | undefined {
  const [, rerender] = useState(0);
  const thought = contents.get(seq);
  // The effect runs after the page was painted: the thought may have been loaded in between.
  useEffect(
    () => (seq > 0 ? contents.request(seq, thought, () => rerender((count) => count + 1)) : undefined),
    [contents, seq],
  );
  return thought;
}

const pageOf = (seq: number): number => Math.floor((seq - 1) / PAGE);
