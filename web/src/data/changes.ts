import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "./api.ts";
import type { ChangeEvent } from "./api-types.ts";
import { type Connection, followLive } from "./live.ts";

/** How the page stands to the server now. */
export const connection = signal<Connection>("connecting");

/** Hears of changes; `undefined` means that some may have been missed, so everything shown should be asked for again. */
export type ChangeListener = (changes: readonly ChangeEvent[] | undefined) => void;

const listeners = new Set<ChangeListener>();

/** Hears of every change from now on; the result ends it. */
export function onChanges(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Hears of every change while a component is shown. */
export function useChanges(listener: ChangeListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onChanges((changes) => latest.current(changes)), []);
}

/** Does something whenever the server is reached again while a component is shown. */
export function useReconnected(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  const isLive = connection.value === "live";
  useEffect(() => {
    if (isLive) latest.current();
  }, [isLive]);
}

/** Follows the server from now on. */
export function startChanges(): void {
  const tell: ChangeListener = (changes) => {
    for (const listener of listeners) listener(changes);
  };
  void followLive(
    {
      open: openWhileSeen,
      onChanges: tell,
      onReady: (resumed) => {
        if (!resumed) tell(undefined);
      },
      onState: (state) => {
        connection.value = state;
      },
      rest,
    },
    new AbortController().signal,
  );
}

/** A browser has few connections to a server for all of its tabs: one that nobody looks at gives its own back. */
const UNSEEN_MS = 30_000;

/** Opens the stream; it ends when the page has been out of sight for a while, and resumes when it is seen again. */
function openWhileSeen(last: string | undefined, signal: AbortSignal): Promise<Response> {
  const unseen = new AbortController();
  const both = AbortSignal.any([signal, unseen.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.visibilityState === "hidden") timer = setTimeout(() => unseen.abort(), UNSEEN_MS);
  };
  look();
  document.addEventListener("visibilitychange", look, { signal: both });
  return api.events(last, both);
}

/** Waits, and as long as nobody looks at the page; ends early when the network is back or somebody looks again. */
async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await either(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
  if (document.visibilityState === "hidden") await either(signal);
}

function either(
  signal: AbortSignal,
  start: (done: () => void) => () => void = () => () => {},
): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const done = () => {
      heard.abort();
      stop();
      resolve();
    };
    const stop = start(done);
    const options = { signal: heard.signal };
    addEventListener("online", done, options);
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.visibilityState === "visible") done();
      },
      options,
    );
    signal.addEventListener("abort", done, options);
  });
}
