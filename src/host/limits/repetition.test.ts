import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComparableCall, repetitionOf, repetitionText } from "./dispatch.ts";

const call = (input: Record<string, unknown> = { q: "x" }, name = "search"): ComparableCall => ({
  name,
  input,
});
const times = (n: number) => Array.from({ length: n }, () => call());

test("[HL8] warns at the third identical call in a row and runs none after it", () => {
  expect([0, 1, 2, 3, 4, 9].map((before) => repetitionOf(times(before), call()))).toEqual([
    "fresh",
    "fresh",
    "warn",
    "stop",
    "stop",
    "stop",
  ]);
});

test("[HL8] another tool or other arguments in between reset the count", () => {
  expect(repetitionOf([...times(3), call({}, "look")], call())).toBe("fresh");
  expect(repetitionOf([...times(3), call({ q: "y" })], call())).toBe("fresh");
  expect(repetitionOf([call({ q: "y" }), ...times(2)], call())).toBe("warn");
  expect(repetitionOf(times(5), call({ q: "x" }, "look"))).toBe("fresh");
});

test("[HL8] the order of keys does not matter, the order of lists does", () => {
  const one = call({ a: 1, b: { c: [1, { x: 1, y: 2 }], d: null } });
  const other = call({ b: { d: null, c: [1, { y: 2, x: 1 }] }, a: 1 });
  expect(repetitionOf([one, other, one], other)).toBe("stop");
  const swapped = call({ a: 1, b: { c: [{ x: 1, y: 2 }, 1], d: null } });
  expect(repetitionOf([one, one, one], swapped)).toBe("fresh");
  expect(repetitionOf([call({ a: "1" }), call({ a: "1" })], call({ a: 1 }))).toBe("fresh");
});

test("[HL8] arguments that differ only in the order of keys are always equal", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
      const turned = Object.fromEntries(Object.entries(input).reverse());
      expect(repetitionOf([call(input), call(turned), call(input)], call(turned))).toBe("stop");
      expect(repetitionOf(Array(3).fill(call(input)), call({ ...input, "one more": 1, "": 0 }))).toBe(
        "fresh",
      );
    }),
  );
});

test("[HL8] explains the repetition to the model", () => {
  expect(repetitionText(call(), "fresh")).toBeUndefined();
  expect(repetitionText(call(), "warn")).toBe(
    "'search' has been called with the same arguments 3 times in a row. Another such call will not run: use the result, or try something else.",
  );
  expect(repetitionText(call(), "stop")).toBe(
    "Not run: 'search' has been called with the same arguments 3 times in a row. Its result is above: use it, or try something else.",
  );
});
