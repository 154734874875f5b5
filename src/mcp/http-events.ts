import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { isSameOrigin, markedId, type Origin, readMarkedId } from "./http-origin.ts";

/** The name that the SDK gives to the stream on which a client listens. */
const LISTENING_STREAM = "_GET_stream";

/** How much one session remembers for a client that lost its connection. */
export interface EventLogLimits {
  readonly maxEvents: number;
  /** An estimate of characters, not exact bytes; the newest event is kept even when it alone is larger. */
  readonly maxSize: number;
}

interface LoggedEvent {
  readonly sequence: number;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly size: number;
}

/** The log of a session, as the SDK uses it and for another server that asks. */
export interface EventLog extends EventStore {
  /** What came after an event on its stream; undefined when the event is not of this log. */
  missedAfter(
    eventId: string,
  ): readonly { readonly id: string; readonly message: JSONRPCMessage }[] | undefined;
}

const DEFAULT_LIMITS: EventLogLimits = { maxEvents: 256, maxSize: 1 << 20 };

/**
 * The recent messages of one session, so that a dropped stream can be resumed with Last-Event-ID. Where a session is on
 * several servers, an event's id tells which of them has it.
 */
export function createEventLog(limits = DEFAULT_LIMITS, origin?: Origin): EventLog {
  const events: LoggedEvent[] = [];
  let sequence = 0;
  let totalSize = 0;

  function forgetOldest(): void {
    while (events.length > 1 && (events.length > limits.maxEvents || totalSize > limits.maxSize)) {
      totalSize -= events.shift()?.size ?? 0;
    }
  }

  const idOf = ({ streamId, sequence: at }: LoggedEvent): string => {
    const id = `${streamId}.${at}`;
    return origin ? markedId(origin, id) : id;
  };

  function missedAfter(eventId: string) {
    const last = parseEventId(eventId, origin);
    // Events that were forgotten are skipped: the rest, above all the answer, still helps the client.
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
      forgetOldest();
      return idOf(event);
    },
    async getStreamIdForEventId(eventId) {
      return parseEventId(eventId, origin)?.streamId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const last = parseEventId(lastEventId, origin);
      if (last === undefined) throw new Error("The event id is not one of this session.");
      for (const { id, message } of missedAfter(lastEventId) ?? []) await send(id, message);
      return last.streamId;
    },
  };
}

/** Where an event was made, and whether it was on the stream on which a client listens; undefined when nobody can tell. */
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
