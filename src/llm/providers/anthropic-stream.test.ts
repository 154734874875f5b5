import fc from "fast-check";
import { expect, test } from "vitest";
import { eventReader, type ServerSentEvent } from "./anthropic-stream.ts";

/** All events of a text that arrives in pieces of so many bytes. */
function read(text: string, size = text.length): ServerSentEvent[] {
  const take = eventReader();
  const bytes = new TextEncoder().encode(text);
  const events: ServerSentEvent[] = [];
  for (let from = 0; from < bytes.length; from += Math.max(1, size))
    events.push(...take(bytes.subarray(from, from + Math.max(1, size))));
  return events;
}

test.each<[string, string, readonly ServerSentEvent[]]>([
  ["a name and data", "event: a\ndata: 1\n\n", [{ event: "a", data: "1" }]],
  ["no name", "data: 1\n\n", [{ event: "", data: "1" }]],
  ["no data", "event: a\n\ndata: 1\n\n", [{ event: "", data: "1" }]],
  ["data in lines", "data: 1\ndata\ndata:  2\n\n", [{ event: "", data: "1\n\n 2" }]],
  ["comments and other fields", ": hello\nid: 7\nretry: 1\ndatum: 0\ndata:1\n\n", [{ event: "", data: "1" }]],
  ["a mark of the byte order", "\ufeffevent: a\ndata: 1\n\n", [{ event: "a", data: "1" }]],
  ["no end", "event: a\ndata: 1\n", []],
])("[EN2] reads server-sent events with %s", (_, text, events) => {
  for (const size of [1, 2, 3, text.length]) {
    expect(read(text, size)).toEqual(events);
    expect(read(text.replaceAll("\n", "\r\n"), size)).toEqual(events);
  }
});

test("[EN2] reads server-sent events however they are split and whatever ends their lines", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => `x${text.replace(/[\r\n]/g, "")}`);
  const event = fc.record({
    event: line,
    data: fc.array(line, { minLength: 1 }).map((lines) => lines.join("\n")),
  });
  fc.assert(
    fc.property(
      fc.array(event),
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.integer({ min: 1, max: 40 }),
      (events, end, size) => {
        const written = events.map(({ event: name, data }) =>
          [`event: ${name}`, ...data.split("\n").map((part) => `data: ${part}`), "", ""].join(end),
        );
        // After a last return nobody knows whether its line feed is still to come.
        expect(read(`${written.join("")}:${end}`, size)).toEqual(events);
      },
    ),
  );
});
