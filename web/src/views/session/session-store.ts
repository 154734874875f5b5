import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { ChangeEvent, SessionDetail } from "../../data/api-types.ts";
import { keyedCache } from "../../data/keyed-cache.ts";
import type { ApiError } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import { type Contents, createContents } from "./contents.ts";
import { type Marks, NO_MARKS, withOutline } from "./model/marks.ts";

/** One session, loaded in parts and kept up to date. */
export interface SessionStore {
  readonly id: string;
  readonly detail: ReadonlySignal<SessionDetail | undefined>;
  readonly marks: ReadonlySignal<Marks>;
  /** Whether the marks of all thoughts are there. */
  readonly isWhole: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<ApiError | undefined>;
  readonly contents: Contents;
  load(): Promise<void>;
  /** Takes in changes; without any, everything may have changed. */
  refresh(changes: readonly ChangeEvent[] | undefined): void;
}

/** The first part is short, so that the reader soon has something to read. */
const FIRST_PART = 2_000;
const PART = 20_000;
const NEWS_MS = 120;
const DETAIL_MS = 2_000;
/** What was loaded so lately is not loaded anew when the feed begins. */
const FRESH_MS = 5_000;

/** The store of a session; the last few are kept, so that going back shows what was there. */
export const sessionStoreOf = keyedCache(4, createSessionStore);

function createSessionStore(id: string): SessionStore {
  const detail = signal<SessionDetail | undefined>(undefined);
  const marks = signal<Marks>(NO_MARKS);
  const isWhole = signal(false);
  const error = signal<ApiError | undefined>(undefined);
  let touched = new Set<number>();
  let loading: Promise<void> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;
  const contents = createContents(
    async (after, limit) => (await api.thoughts(id, { ...(after > 0 && { after }), limit })).thoughts,
  );

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      error.value = undefined;
    } catch (reason) {
      error.value = asApiError(reason);
    }
  }

  /** Asks for the outline from where the marks end, or from the beginning, until there is no more. */
  async function loadOutline(from: number): Promise<void> {
    let after: number | undefined = from;
    while (after !== undefined) {
      const part = await api.outline(id, {
        ...(after > 0 && { after }),
        limit: marks.value.length === 0 ? FIRST_PART : PART,
      });
      if (part.entries.seq.length > 0) marks.value = withOutline(marks.value, part);
      after = part.next;
    }
    isWhole.value = true;
  }

  const loadDetail = async () => {
    detail.value = await api.session(id);
  };
  const renewDetail = throttle(() => void attempt(loadDetail), DETAIL_MS);

  const takeNews = throttle(() => {
    const known = [...touched].filter((seq) => seq <= marks.value.length);
    touched = new Set();
    void attempt(async () => {
      await loading;
      await loadOutline(marks.value.length);
      for (const seq of known) {
        marks.value = withOutline(marks.value, await api.outline(id, { after: seq - 1, limit: 1 }));
        contents.renew(seq);
      }
    });
  }, NEWS_MS);

  return {
    id,
    detail,
    marks,
    isWhole,
    error,
    contents,
    load() {
      loading ??= attempt(async () => {
        await Promise.all([loadOutline(marks.value.length), loadDetail()]);
        loadedAt = performance.now();
      }).finally(() => {
        loading = undefined;
      });
      return loading;
    },
    refresh(changes) {
      if (!changes) {
        if (loading || performance.now() - loadedAt < FRESH_MS) takeNews();
        // Critiques may have come to any thought.
        else void attempt(async () => void (await Promise.all([loadOutline(0), loadDetail()])));
        contents.retry();
        return;
      }
      const own = changes.filter(({ sessionId }) => sessionId === id);
      if (own.length === 0) return;
      for (const { seq } of own) if (seq !== undefined) touched.add(seq);
      takeNews();
      renewDetail();
    },
  };
}
