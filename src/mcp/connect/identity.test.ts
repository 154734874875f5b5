import { expect, test } from "vitest";
import { fingerprint } from "./identity.ts";

test("[HC10] the order of members does not change a fingerprint; everything else does", () => {
  expect(fingerprint({ a: 1, b: { c: [1, 2], d: null } })).toBe(
    fingerprint({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
  const values = [
    ...[{ a: 1 }, { a: "1" }, { b: 1 }, [["a", 1]], ["a", 1], [["object", ["a", 1]]], { a: { b: 1 } }],
    ...[[1, 2], [2, 1], [[1], 2], {}, [], null, "", JSON.parse('{"__proto__": {"a": 1}}')],
  ];
  expect(new Set(values.map(fingerprint)).size).toBe(values.length);
});
