import { setImmediate, setTimeout } from "node:timers/promises";

/** The calls that have no answer yet. */
export interface InFlightCalls {
  add<T>(call: Promise<T>): Promise<T>;
  /** How many calls have begun, and how many are in flight. */
  activity(): { readonly begun: number; readonly underWay: number };
  /** Resolves when all of them have been answered, or after `withinMs`. */
  answered(withinMs: number): Promise<void>;
}

/** Tracks calls until they are answered, so that a server that shuts down can wait for them. */
export function createInFlightCalls(): InFlightCalls {
  const calls = new Set<Promise<unknown>>();
  let begun = 0;
  return {
    add(call) {
      calls.add(call);
      begun += 1;
      const forget = () => void calls.delete(call);
      call.then(forget, forget);
      return call;
    },
    activity: () => ({ begun, underWay: calls.size }),
    async answered(withinMs) {
      await Promise.race([Promise.allSettled(calls), setTimeout(withinMs, undefined, { ref: false })]);
      // The SDK writes an answer shortly after its call has ended.
      await setImmediate();
    },
  };
}
