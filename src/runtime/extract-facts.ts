import { setTimeout as delay } from "node:timers/promises";
import { costOf } from "../llm/index.ts";
import { BoundedMap } from "../primitives/bounded-map.ts";
import { extractFacts } from "../reasoning/extract-facts.ts";
import { recordedEngine } from "../reasoning/index.ts";
import type { ListedSession, Store } from "../store/port.ts";
import type { Runtime } from "./open.ts";

/** How often a server checks for thoughts that no model has read. */
export const EVERY_MS = 5_000;
/** A stretch is finished when nothing was added for this long, or when this many thoughts wait. */
const IDLE_MS = 30_000;
const FULL = 40;
/** How many of the newest sessions are checked. */
const SESSIONS = 20;
export const LONGEST_CALL_MS = 60_000;
/** How long to wait before a session is tried again after a failed call. */
const REST_MS = 600_000;

/** The parts of a runtime that the background extraction needs. */
export type Extractor = Pick<Runtime, "config" | "store" | "engine" | "invocations" | "log">;

/** Lets the configured engine read sessions for facts until the signal aborts, if the operator allows it. */
export async function keepExtracting(runtime: Extractor, signal: AbortSignal): Promise<void> {
  const { config, engine, log } = runtime;
  if (config.facts !== "model" || !engine) return;
  const resting = new BoundedMap<string, number>(SESSIONS, "insertion");
  const takeCall = dailyCalls(runtime.store, config.factCalls);
  while (!signal.aborted) {
    try {
      const round = await readSessions(runtime, takeCall, resting, signal);
      if (round.failure && !signal.aborted) log.warn("facts", { error: round.failure });
    } catch (error) {
      if (!signal.aborted) log.warn("facts", { error });
    }
    await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/**
 * Creates the function that takes one of the day's calls; it returns false if none is left. The calls of a day are names
 * in the store, so that all servers of a database share them and a restart does not begin again.
 */
export function dailyCalls(store: Pick<Store, "takeOnce">, most: number): (now?: number) => Promise<boolean> {
  let [today, tried] = ["", 0];
  return async (now = Date.now()) => {
    const day = new Date(now).toISOString().slice(0, 10);
    if (day !== today) [today, tried] = [day, 0];
    while (tried < most) {
      tried++;
      if (await store.takeOnce({ scope: `facts ${day}`, key: String(tried) })) return true;
    }
    return false;
  };
}

/** Reads finished stretches, one of each session, while calls can be taken; returns how many were read. */
export async function readSessions(
  { store, engine, invocations }: Pick<Extractor, "store" | "engine" | "invocations">,
  takeCall: () => Promise<boolean>,
  resting: Pick<Map<string, number>, "get" | "set">,
  signal: AbortSignal,
  now = Date.now(),
): Promise<{ readonly calls: number; readonly failure?: unknown }> {
  if (!engine) return { calls: 0 };
  const recorded = recordedEngine(engine, invocations, costOf);
  let calls = 0;
  let failure: unknown;
  for (const session of await store.sessions({ limit: SESSIONS })) {
    if (signal.aborted) break;
    const after = await store.factReading(session.id);
    if (now < (resting.get(session.id) ?? 0) || !isFinished(session, after, now)) continue;
    if (!(await takeCall())) break;
    const own = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)]);
    calls++;
    try {
      await extractFacts(store, recorded, session.id, { signal: own });
    } catch (error) {
      // The cause may be the engine or this session: retry the session later, and the others in the next round.
      resting.set(session.id, now + REST_MS);
      failure = error;
      break;
    }
  }
  return { calls, failure };
}

/** Whether a session has thoughts that no model has read and that are ready to be read. */
export function isFinished(
  { thoughtCount, updatedAt, status }: Pick<ListedSession, "thoughtCount" | "updatedAt" | "status">,
  read: number,
  now: number,
): boolean {
  if (thoughtCount <= read) return false;
  return status === "completed" || thoughtCount - read >= FULL || now - Date.parse(updatedAt) >= IDLE_MS;
}
