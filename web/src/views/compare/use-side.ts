import { useEffect, useMemo } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { SessionRow, ThoughtPage } from "../../data/api-types.ts";
import { useChanges, useReconnected } from "../../data/changes.ts";
import type { ApiError } from "../../data/request.ts";
import { useResource } from "../../data/resource.ts";
import { chainOf } from "../session/model/chain.ts";
import type { Marks } from "../session/model/marks.ts";
import { type SessionStore, sessionStoreOf } from "../session/session-store.ts";
import type { LaneRef } from "./lane-ref.ts";

/** One of two lines that are compared. */
export interface Side {
  readonly lane: LaneRef;
  readonly store: SessionStore;
  readonly session: SessionRow | undefined;
  readonly marks: Marks;
  readonly chain: readonly number[];
  readonly isWhole: boolean;
  readonly error: ApiError | undefined;
  /** The contents of its thoughts by `seq`; absent while they are loaded, and for a long session. */
  readonly contents: ReadonlyMap<number, string> | undefined;
}

/** Longer sessions are compared by the beginnings of their thoughts. */
const MOST = 2_000;
const PAGE = 500;

/** Loads one side and keeps it up to date. `wantsContents` when thoughts must be told apart by what they say. */
export function useSide(lane: LaneRef, wantsContents: boolean): Side {
  const store = useMemo(() => sessionStoreOf(lane.id), [lane.id]);
  useEffect(() => {
    if (lane.id !== "" && !store.isWhole.value) void store.load();
  }, [store]);
  useChanges((changes) => {
    if (lane.id !== "") store.refresh(changes);
  });
  useReconnected(() => {
    if (store.error.value) void store.load();
  });
  const marks = store.marks.value;
  const isWhole = store.isWhole.value;
  const chain = useMemo(() => chainOf(marks, lane.branch), [marks, lane.branch]);
  const isAsked = wantsContents && isWhole && marks.length > 0 && marks.length <= MOST;
  const { data } = useResource(isAsked ? `contents ${lane.id} ${marks.length}` : undefined, (signal) =>
    allContents(lane.id, signal),
  );
  return {
    lane,
    store,
    session: store.detail.value?.session,
    marks,
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
    const page: ThoughtPage = await api.thoughts(
      id,
      { ...(after > 0 && { after }), limit: PAGE },
      { signal },
    );
    for (const { seq, content } of page.thoughts) contents.set(seq, content);
    after = page.next;
  }
  return contents;
}
