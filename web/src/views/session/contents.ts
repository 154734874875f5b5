import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Thought } from "../../data/api-types.ts";

/** The contents of a session's thoughts, loaded where the reader is. */
export interface Contents {
  /** A thought that has been loaded. */
  get(seq: number): Thought | undefined;
  /** Wants a thought until the result is called; `heard` is told when it is there, or there anew. */
  want(seq: number, heard: () => void): () => void;
  /** Loads a thought again that has changed. */
  renew(seq: number): void;
  /** Whether something could not be loaded. */
  readonly hasFailed: { readonly value: boolean };
  /** Loads what is wanted and could not be loaded. */
  retry(): void;
}

/** How many thoughts are loaded at once, and how many such pages are kept. */
const PAGE = 25;
const KEPT = 120;
/** What the reader only scrolls by is not loaded; but nobody waits for ever for a reader to rest. */
const REST_MS = 80;
const PATIENCE_MS = 400;
/** So many thoughts are drawn at a time, so that no frame takes long. */
const AT_ONCE = 3;

/** Makes the contents of a session; `load` gives the thoughts after a `seq`. */
export function createContents(
  load: (after: number, limit: number) => Promise<readonly Thought[]>,
): Contents {
  const thoughts = new Map<number, Thought>();
  /** Pages by when they were last wanted; the first are given up first. */
  const pages = new Map<number, "loading" | "loaded">();
  /** Pages that are being loaded and must be once more: a thought may have come since. */
  const again = new Set<number>();
  const wanted = new Map<number, Set<() => void>>();
  const arrived: number[] = [];
  const hasFailed = signal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt: number | undefined;
  let isTelling = false;

  function tell(): void {
    if (isTelling) return;
    isTelling = true;
    const next = () => {
      let told = 0;
      while (arrived.length > 0 && told < AT_ONCE)
        for (const heard of wanted.get(arrived.shift()!) ?? []) {
          heard();
          told++;
        }
      isTelling = arrived.length > 0;
      if (isTelling) requestAnimationFrame(next);
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
      giveUp();
    } catch {
      pages.delete(page);
      hasFailed.value = true;
    }
    if (again.delete(page)) void loadPage(page);
    tell();
  }

  function giveUp(): void {
    for (const page of pages.keys()) {
      if (pages.size <= KEPT) return;
      const seqs = Array.from({ length: PAGE }, (_, index) => page * PAGE + index + 1);
      if (seqs.some((seq) => wanted.has(seq))) continue;
      pages.delete(page);
      for (const seq of seqs) thoughts.delete(seq);
    }
  }

  function loadWanted(): void {
    askedAt = undefined;
    const missing = new Set<number>();
    for (const seq of wanted.keys()) {
      if (thoughts.has(seq)) continue;
      // A page that was loaded before its last thoughts came is loaded again.
      if (pages.get(pageOf(seq)) === "loading") again.add(pageOf(seq));
      else missing.add(pageOf(seq));
    }
    for (const page of missing) void loadPage(page);
  }

  function soon(): void {
    askedAt ??= performance.now();
    const left = askedAt + PATIENCE_MS - performance.now();
    clearTimeout(timer);
    timer = setTimeout(loadWanted, Math.max(0, Math.min(REST_MS, left)));
  }

  return {
    get: (seq) => thoughts.get(seq),
    want(seq, heard) {
      const listeners = wanted.get(seq) ?? new Set();
      wanted.set(seq, listeners.add(heard));
      if (!thoughts.has(seq)) soon();
      return () => {
        listeners.delete(heard);
        if (listeners.size === 0) wanted.delete(seq);
      };
    },
    renew(seq) {
      const page = pageOf(seq);
      if (pages.get(page) === "loading") again.add(page);
      else if (thoughts.has(seq)) void loadPage(page);
    },
    hasFailed,
    retry: soon,
  };
}

/** A thought with its content, as soon as it is there; 0 wants none. */
export function useThought(contents: Contents, seq: number): Thought | undefined {
  const [, renew] = useState(0);
  useEffect(
    () => (seq > 0 ? contents.want(seq, () => renew((turn) => turn + 1)) : undefined),
    [contents, seq],
  );
  return contents.get(seq);
}

const pageOf = (seq: number): number => Math.floor((seq - 1) / PAGE);
