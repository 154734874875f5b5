import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { ChangeEvent, Note, SessionDetail } from "../../data/api-types.ts";
import { isDeletion } from "../../data/changes.ts";
import { keyedCache } from "../../data/keyed-cache.ts";
import type { ApiError } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import { NO_ENTRIES, type OutlineEntries, withOutline } from "./model/outline-entries.ts";
import { type Contents, createContents } from "./thought-contents.ts";

/** One session, loaded in parts and kept up to date. */
export interface SessionStore {
  readonly id: string;
  readonly detail: ReadonlySignal<SessionDetail | undefined>;
  readonly entries: ReadonlySignal<OutlineEntries>;
  /** Whether all entries are loaded. */
  readonly isWhole: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<ApiError | undefined>;
  readonly contents: Contents;
  /** The notes of people, oldest first. */
  readonly notes: ReadonlySignal<readonly Note[]>;
  loadNotes(): Promise<void>;
  load(): Promise<void>;
  /** Applies changes; `undefined` means that anything may have changed. */
  refresh(changes: readonly ChangeEvent[] | undefined): void;
}

/** The first part is short, so that it appears quickly. */
const FIRST_PART = 2_000;
const PART = 20_000;
/** The statistics of longer sessions are loaded when they are shown. */
export const MOST_ANALYSED = 20_000;
const NEWS_MS = 120;
const DETAIL_MS = 2_000;
/** A session loaded this recently is not reloaded when the feed connects. */
const FRESH_MS = 5_000;

/** The store of a session. Recent stores are kept, so that going back is instant. */
export const sessionStoreOf = keyedCache(4, createSessionStore);

function createSessionStore(id: string): SessionStore {
  const detail = signal<SessionDetail | undefined>(undefined);
  const entries = signal<OutlineEntries>(NO_ENTRIES);
  const isWhole = signal(false);
  const error = signal<ApiError | undefined>(undefined);
  const notes = signal<readonly Note[]>([]);
  let touched = new Set<number>();
  let loading: Promise<void> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  const contents = createContents(
    async (after, limit) => (await api.thoughts(id, { after: after || undefined, limit })).thoughts,
  );

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      error.value = undefined;
    } catch (reason) {
      error.value = asApiError(reason);
    }
  }

  /** Loads the outline after `from`, part by part. */
  async function loadOutline(from: number): Promise<void> {
    let after: number | undefined = from;
    while (after !== undefined) {
      const part = await api.outline(id, {
        after: after || undefined,
        limit: entries.value.length === 0 ? FIRST_PART : PART,
      });
      if (part.entries.seq.length > 0) entries.value = withOutline(entries.value, part);
      after = part.next;
    }
    isWhole.value = true;
  }

  const loadDetail = async () => {
    const loaded = await api.session(id);
    detail.value = { ...detail.value, ...loaded };
  };
  /** Statistics take longest to compute, so they are loaded after everything else. */
  const loadStatistics = async () => {
    if (!detail.value || detail.value.session.thoughtCount > MOST_ANALYSED) return;
    try {
      const statistics = await api.statistics(id);
      detail.value = { ...detail.value, ...statistics };
    } catch (reason) {
      error.value = asApiError(reason);
    }
  };
  const loadNotes = async () => {
    notes.value = (await api.notes(id)).notes;
  };
  const reloadNotes = throttle(() => void attempt(loadNotes), NEWS_MS);
  const reloadDetail = throttle(() => void attempt(loadDetail).then(loadStatistics), DETAIL_MS);

  const loadChanges = throttle(() => {
    const known = [...touched].filter((seq) => seq <= entries.value.length);
    touched = new Set();
    void attempt(async () => {
      await loading;
      await loadOutline(entries.value.length);
      for (const seq of known) {
        entries.value = withOutline(entries.value, await api.outline(id, { after: seq - 1, limit: 1 }));
        contents.reload(seq);
      }
    });
  }, NEWS_MS);

  return {
    id,
    detail,
    entries,
    isWhole,
    error,
    contents,
    notes,
    loadNotes: () => attempt(loadNotes),
    load() {
      loading ??= attempt(async () => {
        await Promise.all([loadOutline(entries.value.length), loadDetail(), loadNotes()]);
        loadedAt = performance.now();
      }).finally(() => {
        loading = undefined;
        void loadStatistics();
      });
      return loading;
    },
    refresh(changes) {
      if (!changes) {
        if (loading || performance.now() - loadedAt < FRESH_MS) loadChanges();
        // Any thought may have a new critique.
        else
          void attempt(async () => {
            await Promise.all([loadOutline(0), loadDetail(), loadNotes()]);
          }).then(loadStatistics);
        contents.retry();
        return;
      }
      if (changes.some(isDeletion)) reloadDetail();
      const own = changes.filter(({ sessionId }) => sessionId === id);
      if (own.length === 0) return;
      for (const { seq } of own) if (seq !== undefined) touched.add(seq);
      loadChanges();
      reloadDetail();
      // A thought may answer a note, and its call may have delivered one.
      if (notes.value.length > 0 || own.some(({ noteId }) => noteId !== undefined)) reloadNotes();
    },
  };
}
