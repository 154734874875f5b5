import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../../data/api.ts";
import type { ChangeEvent, SessionRow } from "../../data/api-types.ts";
import { isDeletion } from "../../data/changes.ts";
import { keyedCache } from "../../data/keyed-cache.ts";
import { type ApiError, isMissing } from "../../data/request.ts";
import { asApiError } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import type { SessionFilter } from "../../input/route.ts";
import {
  firstPage,
  type SessionList,
  sorted,
  withNewest,
  withNextPage,
  without,
  withUpdated,
} from "./session-list.ts";

/** The sessions under one filter, loaded page by page and kept up to date. */
export interface SessionsStore {
  /** Undefined until the first page is loaded. */
  readonly list: ReadonlySignal<SessionList | undefined>;
  readonly error: ReadonlySignal<ApiError | undefined>;
  readonly isLoadingMore: ReadonlySignal<boolean>;
  /** Loads the first page; the current list stays until then. */
  load(): Promise<void>;
  loadMore(): Promise<void>;
  /** Shows waiting sessions, newest first. */
  sort(): void;
  /** Removes rows of sessions that no longer belong to the list. */
  remove(ids: ReadonlySet<string>): void;
  /** Applies changes; `undefined` means that anything may have changed. */
  refresh(changes: readonly ChangeEvent[] | undefined): void;
}

const PAGE = 50;
/** Sessions that no longer match the filter are loaded one by one, at most this many at a time. */
const SINGLES = 12;
const stores = keyedCache(8, (key) => createSessionsStore(Object.fromEntries(JSON.parse(key))));

/** The store of a filter. Recent stores are kept, so that going back is instant. */
export function sessionsFor(filter: SessionFilter): SessionsStore {
  return stores(JSON.stringify(Object.entries(filter).sort()));
}

/** The row of a session; undefined if it was deleted. */
async function rowOf(id: string): Promise<SessionRow | undefined> {
  try {
    return (await api.session(id)).session;
  } catch (error) {
    if (isMissing(asApiError(error))) return undefined;
    throw error;
  }
}

function createSessionsStore(filter: SessionFilter): SessionsStore {
  const list = signal<SessionList | undefined>(undefined);
  const error = signal<ApiError | undefined>(undefined);
  const isLoadingMore = signal(false);
  let touched = new Set<string>();
  /** Whether sessions may have changed without a change event, for example while the list was not shown. */
  let mayHaveMissed = false;

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      error.value = undefined;
    } catch (reason) {
      error.value = asApiError(reason);
    }
  }

  const load = () =>
    attempt(async () => {
      list.value = firstPage(await api.sessions(filter, { limit: PAGE }));
    });

  /** A changed session is on the first page, because it is sorted by activity, unless the filter excludes it. */
  const loadNewest = throttle(async () => {
    const ids = touched;
    const isAny = mayHaveMissed;
    touched = new Set();
    mayHaveMissed = false;
    await attempt(async () => {
      const newest = await api.sessions(filter, { limit: PAGE });
      list.value = list.value ? withNewest(list.value, newest) : firstPage(newest);
      const loaded = new Set(newest.sessions.map(({ id }) => id));
      const oldest = newest.next === undefined ? "" : (newest.sessions.at(-1)?.updatedAt ?? "");
      const isOther = ({ id, updatedAt }: SessionRow) =>
        !loaded.has(id) && (ids.has(id) || (isAny && updatedAt >= oldest));
      const others = list.value.rows.filter(isOther).slice(0, SINGLES);
      if (others.length === 0) return;
      const found = await Promise.all(others.map(({ id }) => rowOf(id)));
      const deleted = others.filter((_, index) => found[index] === undefined);
      const updated = withUpdated(
        list.value,
        found.filter((row) => row !== undefined),
      );
      list.value = without(updated, new Set(deleted.map(({ id }) => id)));
    });
  }, 250);

  return {
    list,
    error,
    isLoadingMore,
    load,
    async loadMore() {
      const before = list.value?.next;
      if (before === undefined || isLoadingMore.value) return;
      isLoadingMore.value = true;
      await attempt(async () => {
        const page = await api.sessions(filter, { limit: PAGE, before });
        if (list.value?.next === before) list.value = withNextPage(list.value, page);
      });
      isLoadingMore.value = false;
    },
    sort() {
      if (!list.value) return;
      if (list.value.isGapped) void load();
      else list.value = sorted(list.value);
    },
    remove(ids) {
      if (!list.value) return;
      list.value = without(list.value, ids);
      if (list.value.rows.length === 0) void load();
    },
    refresh(changes) {
      if (changes && !changes.some(({ sessionId }) => sessionId !== undefined)) return;
      // A deletion does not say which session it was.
      if (!changes || changes.some(isDeletion)) mayHaveMissed = true;
      for (const { sessionId } of changes ?? []) if (sessionId !== undefined) touched.add(sessionId);
      loadNewest();
    },
  };
}
