import type { ChangeEvent, ReadyEvent } from "./api-types.ts";
import { readEvents } from "./event-stream.ts";

/** How the page stands to the server. */
export type Connection = "connecting" | "live" | "reconnecting" | "offline";

/** What the feed is followed with; tests give a clock and a server of their own. */
export interface LiveParts {
  /** Opens the stream, after the event with this id. */
  readonly open: (last: string | undefined, signal: AbortSignal) => Promise<Response>;
  readonly onChanges: (changes: readonly ChangeEvent[]) => void;
  /** The stream stands. Without `resumed`, changes may have been missed. */
  readonly onReady: (resumed: boolean) => void;
  readonly onState: (state: Connection) => void;
  /** Resolves after a time, or earlier when trying again is worth while. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  /** A stream that says nothing for so long is dead; a server says something every 15 seconds. */
  readonly silenceMs?: number;
}

/** After so many failures in a row the reader is told that the server is away. */
const AWAY_AFTER = 3;
const FIRST_REST_MS = 300;
const LONGEST_REST_MS = 15_000;

/** Follows the server's changes until the signal aborts: opens the stream again whenever it ends, where it left off. */
export async function followLive(parts: LiveParts, signal: AbortSignal): Promise<void> {
  const { random = Math.random } = parts;
  let last: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readOnce(parts, signal, last, (id, isReady) => {
        last = id ?? last;
        if (isReady) failures = 0;
      });
    } catch {
      // Whatever ended it, it is opened again.
    }
    if (signal.aborted) return;
    failures += 1;
    parts.onState(failures > AWAY_AFTER ? "offline" : "reconnecting");
    await parts.rest(restBefore(failures, random()), signal);
  }
}

/** The pause before the next attempt: doubled each time, and spread, so that many pages do not come at once. */
export function restBefore(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (failures - 1));
  return Math.round(longest * (0.5 + chance / 2));
}

async function readOnce(
  { open, onChanges, onReady, onState, silenceMs = 40_000 }: LiveParts,
  outer: AbortSignal,
  last: string | undefined,
  onEvent: (id: string | undefined, isReady: boolean) => void,
): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([outer, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const response = await open(last, signal);
    if (!response.body) return;
    heard();
    for await (const { event, data, id } of readEvents(response.body, heard)) {
      onEvent(id, event === "ready");
      if (event === "ready") {
        onState("live");
        onReady(last !== undefined && !(JSON.parse(data) as ReadyEvent).reset);
      } else if (event === "change") onChanges(JSON.parse(data) as readonly ChangeEvent[]);
    }
  } finally {
    clearTimeout(timer);
  }
}
