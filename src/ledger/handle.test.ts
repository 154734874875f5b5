import { expect, test } from "vitest";
import { findHandle, type HandlePlaces } from "./handle.ts";

/** Every place that can hold a handle, first goes first. */
const order: readonly (readonly [place: string, found: string, origin: string])[] = [
  ["the argument workflow_id", "workflow argument", "argument"],
  ["the argument session_id", "session argument", "argument"],
  ["_meta workflow_id", "workflow meta", "meta"],
  ["_meta session_id", "session meta", "meta"],
  ["the header X-Workflow-Id", "workflow header", "header"],
  ["the header X-Session-Id", "session header", "header"],
  ["the connection", "connection", "connection"],
];

/** All places filled, but for the first few, which hold what `empty` says. */
function placesWithout(count: number, empty?: string): HandlePlaces {
  const text = (index: number) => (index < count ? empty : order[index]![1]);
  const headers = new Headers();
  for (const [index, name] of [
    [4, "X-Workflow-Id"],
    [5, "X-Session-Id"],
  ] as const) {
    const value = text(index);
    if (value !== undefined) headers.set(name, value);
  }
  return {
    arguments: { workflow: text(0), session: text(1) },
    meta: { workflow_id: text(2), session_id: text(3) },
    headers,
    connection: text(6) ?? "",
    client: "an editor",
  };
}

test.each(order.map((row, index) => [...row, index] as const))(
  "[T5] %s goes before all that follow it",
  (_place, text, origin, index) => {
    expect(findHandle(placesWithout(index))).toEqual({ text, origin });
    expect(findHandle(placesWithout(index, " "))).toEqual({ text, origin });
  },
);

test("[T5] without any handle only the client's name is known", () => {
  expect(findHandle({})).toEqual({ text: "", origin: "client" });
  expect(findHandle(placesWithout(order.length, ""))).toEqual({ text: "an editor", origin: "client" });
});

test("[T5] a number is a handle, an object is not", () => {
  expect(findHandle({ arguments: { workflow: { id: 1 }, session: 7 } })).toEqual({
    text: "7",
    origin: "argument",
  });
});
