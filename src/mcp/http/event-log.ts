import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { isSameOrigin, markedId, type Origin, readMarkedId } from "./origin.ts";

/** The SDK's name for the stream of a GET. */
const LISTENING_STREAM = "_GET_stream";

/** How many events one session keeps for a client that lost its connection. */
export interface EventLogLimits {
  readonly maxEvents: number;
  /** Estimated characters, not exact bytes. The newest event is kept even if it alone is larger. */
  readonly maxSize: number;
}

interface LoggedEvent {
  readonly sequence: number;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** The event store of a session, which another server can also read. */
export interface EventLog extends EventStore {
  /** The later events of the same stream; undefined when the event id is not from this log. */
  missedAfter(
    eventId: string,
  ): readonly { readonly id: string; readonly message: JSONRPCMessage }[] | undefined;
}

const DEFAULT_LIMITS: EventLogLimits = { maxEvents: 256, maxSize: 1 << 20 };

/**
 * Keeps the recent messages of one session, so that a dropped stream can be resumed with Last-Event-ID. When several
 * servers share a session, `origin` is part of the event ids and identifies the server that has the event.
 */
export function createEventLog(limits = DEFAULT_LIMITS, origin?: Origin): EventLog {
  const events: LoggedEvent[] = [];
  let sequence = 0;
  let totalSize = 0;

  const idOf = (event: LoggedEvent): string => {
    const id = `${event.streamId}.${event.sequence}`;
    return origin ? markedId(origin, id) : id;
  };

  function missedAfter(eventId: string) {
    const last = parseEventId(eventId, origin);
    // Evicted events are skipped: the rest, above all the answer, still helps the client.
    return (
      last &&
      events
        .filter((event) => event.streamId === last.streamId && event.sequence > last.sequence)
        .map((event) => ({ id: idOf(event), message: event.message }))
    );
  }

  return {
    missedAfter,
    async storeEvent(streamId, message) {
      sequence += 1;
      const event = { sequence, streamId, message, size: roughSize(message) };
      events.push(event);
      totalSize += event.size;
      while (events.length > 1 && (events.length > limits.maxEvents || totalSize > limits.maxSize))
        totalSize -= events.shift()!.size;
      return idOf(event);
    },
    async getStreamIdForEventId(eventId) {
      return parseEventId(eventId, origin)?.streamId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const last = parseEventId(lastEventId, origin);
      if (last === undefined) throw new Error("The event id does not belong to this session.");
      for (const { id, message } of missedAfter(lastEventId) ?? []) await send(id, message);
      return last.streamId;
    },
  };
}

/** The server that created an event, and whether the event was on a GET stream; undefined for an unknown format. */
export function readEventId(
  eventId: string,
): { readonly origin: Origin; readonly isListening: boolean } | undefined {
  const marked = readMarkedId(eventId);
  return marked && { origin: marked.origin, isListening: marked.id.startsWith(`${LISTENING_STREAM}.`) };
}

function parseEventId(
  eventId: string,
  origin: Origin | undefined,
): { streamId: string; sequence: number } | undefined {
  const marked = origin && readMarkedId(eventId);
  if (origin && !(marked && isSameOrigin(marked.origin, origin))) return undefined;
  const match = /^(.+)\.(\d+)$/.exec(marked?.id ?? eventId);
  return match?.[1] === undefined ? undefined : { streamId: match[1], sequence: Number(match[2]) };
}

function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let size = 8;
  for (const key in value) size += key.length + roughSize((value as Record<string, unknown>)[key]);
  return size;
}
