import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

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

/** The recent messages of one session, so that a dropped stream can be resumed with Last-Event-ID. */
export function createEventLog(limits: EventLogLimits = { maxEvents: 256, maxSize: 1 << 20 }): EventStore {
  const events: LoggedEvent[] = [];
  let sequence = 0;
  let totalSize = 0;

  function forgetOldest(): void {
    while (events.length > 1 && (events.length > limits.maxEvents || totalSize > limits.maxSize)) {
      totalSize -= events.shift()?.size ?? 0;
    }
  }

  return {
    async storeEvent(streamId, message) {
      sequence += 1;
      const size = roughSize(message);
      events.push({ sequence, streamId, message, size });
      totalSize += size;
      forgetOldest();
      return `${streamId}.${sequence}`;
    },
    async getStreamIdForEventId(eventId) {
      return parseEventId(eventId)?.streamId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const last = parseEventId(lastEventId);
      if (last === undefined) throw new Error("The event id is not one of this session.");
      // Events that were forgotten are skipped: the rest, above all the answer, still helps the client.
      const missed = events.filter(
        (event) => event.streamId === last.streamId && event.sequence > last.sequence,
      );
      for (const event of missed) await send(`${event.streamId}.${event.sequence}`, event.message);
      return last.streamId;
    },
  };
}

function parseEventId(eventId: string): { streamId: string; sequence: number } | undefined {
  const match = /^(.+)\.(\d+)$/.exec(eventId);
  return match?.[1] === undefined ? undefined : { streamId: match[1], sequence: Number(match[2]) };
}

function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  let size = 8;
  for (const key in value) size += key.length + roughSize((value as Record<string, unknown>)[key]);
  return size;
}
