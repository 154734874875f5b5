import { setTimeout } from "node:timers/promises";

/** A place among the requests under way. */
export interface Slot {
  /** Moves to the streams, which have room of their own; false when there is none. */
  becomeStream(): boolean;
  leave(): void;
}

/** The requests under way, bounded in number; streams are counted apart, because they stay. */
export interface Slots {
  /** A place, or undefined when all are taken. */
  enter(kind: "request" | "stream"): Slot | undefined;
  /** Resolves when no request is under way, or after so long; streams are not waited for. */
  answered(withinMs: number): Promise<void>;
  readonly requests: number;
  readonly streams: number;
  /** All that ever entered. */
  readonly begun: number;
}

/** Makes room for so many requests and so many streams. */
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
      let at: "request" | "stream" | undefined = kind;
      return {
        becomeStream() {
          if (at !== "request") return at === "stream";
          if (taken.stream >= room.stream) return false;
          give("stream", 1);
          give("request", -1);
          at = "stream";
          return true;
        },
        leave() {
          if (at) give(at, -1);
          at = undefined;
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
