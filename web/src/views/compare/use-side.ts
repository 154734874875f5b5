import { useEffect, useMemo } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow, ThoughtPage } from "../../data/api-types.ts";
import { useChanges, useReconnected } from "../../data/changes.ts";
import type { ApiError } from "../../data/request.ts";
import { useResource } from "../../data/resource.ts";
import { chainOf } from "../session/model/chain.ts";
import type { OutlineEntries } from "../session/model/outline-entries.ts";
import { type SessionStore, sessionStoreOf } from "../session/session-store.ts";
import type { BranchRef } from "./branch-ref.ts";

/** One of the two branches that are compared. */
export interface Side {
  readonly ref: BranchRef;
  readonly store: SessionStore;
  readonly session: SessionRow | undefined;
  readonly entries: OutlineEntries;
  readonly chain: readonly number[];
  readonly isWhole: boolean;
  readonly error: ApiError | undefined;
  /** Contents by `seq`; undefined while loading and for long sessions. */
  readonly contents: ReadonlyMap<number, string> | undefined;
}

/** Thoughts of longer sessions are compared by their first characters. */
const MOST = 2_000;
const PAGE = 500;

/** Loads one side and keeps it up to date. Thoughts of two sessions are compared by content, which `needsContents` loads. */
export function useSide(ref: BranchRef, needsContents: boolean): Side {
  const store = useMemo(() => sessionStoreOf(ref.id), [ref.id]);
  useEffect(() => {
    if (ref.id !== "" && !store.isWhole.value) void store.load();
  }, [store]);
  useChanges((changes) => {
    if (ref.id !== "") store.refresh(changes);
  });
  useReconnected(() => {
    if (store.error.value) void store.load();
  });
  const entries = store.entries.value;
  const isWhole = store.isWhole.value;
  const chain = useMemo(() => chainOf(entries, ref.branch), [entries, ref.branch]);
  const isLoaded = needsContents && isWhole && entries.length > 0 && entries.length <= MOST;
  const { data } = useResource(isLoaded ? `contents ${ref.id} ${entries.length}` : undefined, (signal) =>
    allContents(ref.id, signal),
  );
  return {
    ref,
    store,
    session: store.detail.value?.session,
    entries,
    chain,
    isWhole,
    error: store.error.value,
    contents: data,
  };
}

async function allContents(id: string, signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const contents = new Map<number, string>();
  let after: number | undefined = 0;
  while (after !== undefined) {
    const page: ThoughtPage = await api.thoughts(id, { after: after || undefined, limit: PAGE }, { signal });
    for (const { seq, content } of page.thoughts) contents.set(seq, content);
    after = page.next;
  }
  return contents;
}
