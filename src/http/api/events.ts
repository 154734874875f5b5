import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { follow, type Store } from "../../store/port.ts";
import { eventRoute } from "./route.ts";
import { ChangeEvent, ReadyEvent } from "./schemas.ts";

/** Changes that come in quick succession are told together, so often at most. */
const TOGETHER_MS = 25;

/** Follows the feed. */
export const events = eventRoute({
  method: "GET",
  path: "/events",
  summary: "Every change from a position on, each once and in order; resumes after Last-Event-ID",
  scopes: ["read"],
  query: z.object({
    from: z.int().min(0).optional().describe("changes behind this position; without it, those from now on"),
  }),
  stays: true,
  events: {
    ready: ReadyEvent,
    change: z.array(ChangeEvent).readonly(),
    error: z.object({ code: z.string(), message: z.string() }),
  },
  async run({ query }, { store, header, signal }) {
    const asked = lastSeen(header("last-event-id")) ?? query.from;
    const newest = await store.position();
    const isKnown = asked === undefined || asked <= newest;
    const position = isKnown ? (asked ?? newest) : newest;
    return changesFrom(store, { position, ...(!isKnown && { reset: true }) }, signal);
  },
});

async function* changesFrom(store: Store, ready: ReadyEvent, signal: AbortSignal) {
  yield { event: "ready", data: ready, id: String(ready.position) } as const;
  for await (const changes of follow(store, ready.position, signal)) {
    if (signal.aborted) return;
    yield { event: "change", data: changes, id: String(changes.at(-1)!.position) } as const;
    await delay(TOGETHER_MS, undefined, { signal }).catch(() => {});
  }
}

function lastSeen(header: string | undefined): number | undefined {
  if (header === undefined || header === "") return undefined;
  if (/^\d{1,16}$/.test(header) && Number.isSafeInteger(Number(header))) return Number(header);
  throw new Failure("INVALID_ARGUMENT", {
    problem: "Last-Event-ID is no position. Send the id of the last event, or leave it out.",
  });
}
