import fc from "fast-check";
import { expect, test } from "vitest";
import { readEvents, type StreamEvent } from "./event-stream.ts";

async function read(pieces: readonly Uint8Array[]): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

const text =
  ': hello\r\n\r\nid: 7\nevent: ready\ndata: {"a":1}\n\ndata: zwölf\rdata: 🧵\r\r: beat\n\nevent: none\n\nid\ndata:x\n\ndata: cut off';

test("[WB6] events are read wherever chunks are split, and an incomplete event is ignored", async () => {
  const bytes = new TextEncoder().encode(text);
  const expected = [
    { event: "ready", data: '{"a":1}', id: "7" },
    { event: "message", data: "zwölf\n🧵", id: "7" },
    { event: "message", data: "x", id: "" },
  ];
  const cuts = fc.uniqueArray(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(cuts, async (at) => {
      const ends = [...at.sort((one, other) => one - other), bytes.length];
      expect(await read(ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end)))).toEqual(expected);
    }),
  );
});
