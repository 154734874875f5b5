import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { createEventLog, type EventLogLimits } from "./event-log.ts";

const wide: EventLogLimits = { maxEvents: 100, maxSize: 10_000 };

test("[P18] replays the later events of the same stream, in order", async () => {
  const log = createEventLog(wide);
  const first = await log.storeEvent("one", note("a"));
  await log.storeEvent("two", note("elsewhere"));
  const second = await log.storeEvent("one", note("b"));
  const third = await log.storeEvent("one", note("c"));

  expect(await replay(log, first)).toEqual([
    [second, note("b")],
    [third, note("c")],
  ]);
  expect(await log.getStreamIdForEventId?.(first)).toBe("one");
});

test("evicts the oldest events first", async () => {
  const log = createEventLog({ ...wide, maxEvents: 2 });
  const first = await log.storeEvent("one", note("a"));
  for (const data of ["b", "c", "d"]) await log.storeEvent("one", note(data));

  expect((await replay(log, first)).map(([, message]) => message)).toEqual([note("c"), note("d")]);
});

test("large events evict older ones, and the newest always stays", async () => {
  const log = createEventLog({ ...wide, maxSize: 1000 });
  const first = await log.storeEvent("one", note("a"));
  await log.storeEvent("one", note("b".repeat(600)));
  await log.storeEvent("one", note("c".repeat(5000)));

  expect((await replay(log, first)).map(([, message]) => message)).toEqual([note("c".repeat(5000))]);
});

test("an unknown event id has no stream", async () => {
  const log = createEventLog(wide);
  expect(await log.getStreamIdForEventId?.("nonsense")).toBeUndefined();
  await expect(replay(log, "nonsense")).rejects.toThrow("does not belong to this session");
});

function note(data: string): JSONRPCMessage {
  return { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data } };
}

async function replay(log: ReturnType<typeof createEventLog>, lastEventId: string) {
  const sent: [string, JSONRPCMessage][] = [];
  await log.replayEventsAfter(lastEventId, {
    send: async (id, message) => void sent.push([id, message]),
  });
  return sent;
}
