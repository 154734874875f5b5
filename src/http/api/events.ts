import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { type ApiContext, eventRoute } from "./route.ts";
import { ChangeEvent, ReadyEvent } from "./schemas.ts";

/** The shortest time between two events; the changes in between are sent together. */
const BATCH_MS = 25;

/** Follows the feed. */
export const events = eventRoute({
  method: "GET",
  path: "/events",
  summary: "Every change after a position, each once and in order; resumes after Last-Event-ID",
  scopes: ["read"],
  query: z.object({
    from: z.int().min(0).optional().describe("changes after this position; by default, new ones only"),
  }),
  stays: true,
  events: {
    ready: ReadyEvent,
    change: z.array(ChangeEvent).readonly(),
    error: z.object({ code: z.string(), message: z.string() }),
  },
  async run({ query }, context) {
    const from = lastSeen(context.header("last-event-id")) ?? query.from;
    const newest = await context.parts.feed.position();
    const isKnown = from === undefined || from <= newest;
    const position = isKnown ? (from ?? newest) : newest;
    return changesFrom({ position, ...(!isKnown && { reset: true }) }, context);
  },
});

async function* changesFrom(ready: ReadyEvent, { parts, sees, signal }: ApiContext) {
  yield { event: "ready", data: ready, id: String(ready.position) } as const;
  for await (const changes of parts.feed.follow(ready.position, signal)) {
    if (signal.aborted) return;
    const visible = sees ? changes.flatMap((change) => sees(change) ?? []) : changes;
    if (visible.length === 0) continue;
    yield { event: "change", data: visible, id: String(changes.at(-1)!.position) } as const;
    await delay(BATCH_MS, undefined, { signal }).catch(() => {});
  }
}

function lastSeen(header: string | undefined): number | undefined {
  if (header === undefined || header === "") return undefined;
  if (/^\d{1,16}$/.test(header) && Number.isSafeInteger(Number(header))) return Number(header);
  throw new Failure("INVALID_ARGUMENT", {
    problem: "Last-Event-ID must be a position. Send the id of the last event, or leave it out.",
  });
}
