import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { api } from "./api.ts";
import type { ChangeEvent } from "./api-types.ts";
import { type Connection, followLive } from "./live.ts";

/** The state of the connection to the server. */
export const connection = signal<Connection>("connecting");

/** Receives changes; `undefined` means that some may have been missed, so reload everything. */
export type ChangeListener = (changes: readonly ChangeEvent[] | undefined) => void;

/** Whether a change is the deletion of a session. Its `sessionId` is that of the tombstone that remains. */
export const isDeletion = ({ actions }: ChangeEvent): boolean => actions?.includes("delete") === true;

const listeners = new Set<ChangeListener>();

/** Subscribes to changes; call the result to unsubscribe. */
export function onChanges(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Subscribes to changes while the component is mounted. */
export function useChanges(listener: ChangeListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => onChanges((changes) => latest.current(changes)), []);
}

/** Calls `run` whenever the server is reachable again. */
export function useReconnected(run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  const isLive = connection.value === "live";
  useEffect(() => {
    if (isLive) latest.current();
  }, [isLive]);
}

/** Starts following the server. */
export function startChanges(): void {
  const notify: ChangeListener = (changes) => {
    for (const listener of listeners) listener(changes);
  };
  void followLive(
    {
      open: openWhileVisible,
      onChanges: notify,
      onReady: (resumed) => {
        if (!resumed) notify(undefined);
      },
      onState: (state) => {
        connection.value = state;
      },
      pause,
    },
    new AbortController().signal,
  );
}

/** A hidden tab closes its connection: a browser allows few of them per server, shared by all tabs. */
const HIDDEN_MS = 30_000;

/** Opens the stream. It ends when the page was hidden for a while. */
function openWhileVisible(last: string | undefined, signal: AbortSignal): Promise<Response> {
  const hidden = new AbortController();
  const both = AbortSignal.any([signal, hidden.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    // A page with permission to notify stays connected, because it notifies while it is hidden.
    if (typeof Notification !== "undefined" && Notification.permission === "granted") return;
    if (document.visibilityState === "hidden") timer = setTimeout(() => hidden.abort(), HIDDEN_MS);
  };
  check();
  document.addEventListener("visibilitychange", check, { signal: both });
  return api.events(last, both);
}

/** Waits for a time and until the page is visible. Ends early when the network is back or the page becomes visible. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await untilReachable(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
  if (document.visibilityState === "hidden") await untilReachable(signal);
}

function untilReachable(
  signal: AbortSignal,
  start: (done: () => void) => () => void = () => () => {},
): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const done = () => {
      listening.abort();
      stop();
      resolve();
    };
    const stop = start(done);
    const options = { signal: listening.signal };
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
