import type { ChangeEvent, ReadyEvent } from "./api-types.ts";
import { readEvents } from "./event-stream.ts";

/** The state of the connection to the server. */
export type Connection = "connecting" | "live" | "reconnecting" | "offline";

/** Dependencies of `followLive`, which tests replace. */
export interface LiveOptions {
  /** Opens the stream, after the event with this id. */
  readonly open: (last: string | undefined, signal: AbortSignal) => Promise<Response>;
  readonly onChanges: (changes: readonly ChangeEvent[]) => void;
  /** The stream is open. Unless `resumed`, changes may have been missed. */
  readonly onReady: (resumed: boolean) => void;
  readonly onState: (state: Connection) => void;
  /** Resolves after a time, or earlier if a retry may succeed. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  /** A stream without data for this long is dead; a server sends something every 15 seconds. */
  readonly silenceMs?: number;
}

/** Consecutive failures after which the state is `offline`. */
const OFFLINE_AFTER = 3;
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 15_000;

/** Follows the server's changes until the signal aborts, and resumes the stream whenever it ends. */
export async function followLive(options: LiveOptions, signal: AbortSignal): Promise<void> {
  const { random = Math.random } = options;
  let last: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readOnce(options, signal, last, (id, isReady) => {
        last = id ?? last;
        if (isReady) failures = 0;
      });
    } catch {
      // The loop opens the stream again after any error.
    }
    if (signal.aborted) return;
    failures += 1;
    options.onState(failures > OFFLINE_AFTER ? "offline" : "reconnecting");
    await options.pause(pauseBefore(failures, random()), signal);
  }
}

/** Exponential backoff with jitter. */
export function pauseBefore(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(longest * (0.5 + chance / 2));
}

async function readOnce(
  { open, onChanges, onReady, onState, silenceMs = 40_000 }: LiveOptions,
  outer: AbortSignal,
  last: string | undefined,
  onEvent: (id: string | undefined, isReady: boolean) => void,
): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([outer, silence.signal]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const response = await open(last, signal);
    if (!response.body) return;
    restartTimer();
    for await (const { event, data, id } of readEvents(response.body, restartTimer)) {
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
