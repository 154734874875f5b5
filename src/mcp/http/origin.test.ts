import fc from "fast-check";
import { expect, test } from "vitest";
import { markedId, readMarkedId } from "./origin.ts";

test("[PE2] an id identifies the server that created it", () => {
  const origin = { server: "a1b2", life: "7" };
  fc.assert(
    fc.property(fc.nat(), (id) => {
      expect(readMarkedId(markedId(origin, id))).toEqual({ origin, id: String(id) });
    }),
  );
  expect(readMarkedId("a1b2.7._GET_stream.12")).toEqual({ origin, id: "_GET_stream.12" });
});

test.each([
  7,
  "7",
  "",
  null,
  undefined,
  {},
  "a.b.c",
  "a b.1.2",
  "*.1.2",
  "A.1.2",
  `${"a".repeat(33)}.1.2`,
  `a.1.${"x".repeat(201)}`,
  "a.1.",
  "a.1.\n",
])("[PE2] forwards an id that no server created to none: %j", (id) => {
  expect(readMarkedId(id)).toBeUndefined();
});
