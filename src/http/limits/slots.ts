import { setTimeout } from "node:timers/promises";

/** The slot of one request. */
export interface Slot {
  /** Moves to the slots of streams; false if none is free. */
  becomeStream(): boolean;
  leave(): void;
}

/** A bounded number of requests in flight. Streams are counted separately, because they stay open. */
export interface Slots {
  /** A slot; undefined if all are taken. */
  enter(kind: "request" | "stream"): Slot | undefined;
  /** Resolves when no request is in flight, or after this time; does not wait for streams. */
  answered(withinMs: number): Promise<void>;
  readonly requests: number;
  readonly streams: number;
  /** How many have ever entered. */
  readonly begun: number;
}

/** Creates slots for this many requests and streams. */
export function createSlots(max: { readonly requests: number; readonly streams: number }): Slots {
  const taken = { request: 0, stream: 0 };
  const room = { request: max.requests, stream: max.streams };
  let begun = 0;
  let onIdle: (() => void) | undefined;

  function give(kind: "request" | "stream", by: 1 | -1): void {
    taken[kind] += by;
    if (taken.request === 0) onIdle?.();
  }

  return {
    enter(kind) {
      if (taken[kind] >= room[kind]) return undefined;
      give(kind, 1);
      begun += 1;
      let current: "request" | "stream" | undefined = kind;
      return {
        becomeStream() {
          if (current !== "request") return current === "stream";
          if (taken.stream >= room.stream) return false;
          give("stream", 1);
          give("request", -1);
          current = "stream";
          return true;
        },
        leave() {
          if (current) give(current, -1);
          current = undefined;
        },
      };
    },
    async answered(withinMs) {
      if (taken.request === 0) return;
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      await Promise.race([idle, setTimeout(withinMs, undefined, { ref: false })]);
    },
    get requests() {
      return taken.request;
    },
    get streams() {
      return taken.stream;
    },
    get begun() {
      return begun;
    },
  };
}
