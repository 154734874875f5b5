import { expect, test } from "vitest";
import { fieldNotes, isFlat, readField } from "./form-field.ts";

const titled = [
  { const: "r", title: "Red" },
  { const: "b", title: "Blue" },
];

test.each([
  [{ type: "string" }, " as it is ", { value: " as it is " }],
  [{ type: "string", minLength: 3 }, "ab", { problem: "at least 3 characters" }],
  [{ type: "string", maxLength: 3 }, "abcd", { problem: "at most 3 characters" }],
  [{ type: "string", enum: ["a", "b"] }, " b ", { value: "b" }],
  [{ type: "string", oneOf: titled }, "r", { value: "r" }],
  [{ type: "string", oneOf: titled }, "Red", { problem: "write one of r, b" }],
  [{ type: "integer" }, "3", { value: 3 }],
  [{ type: "integer" }, "3.5", { problem: "write a whole number" }],
  [{ type: "number", maximum: 1 }, "1.5", { problem: "at most 1" }],
  [{ type: "number" }, "many", { problem: "write a number" }],
  [{ type: "boolean" }, "Yes", { value: true }],
  [{ type: "boolean" }, "n", { value: false }],
  [{ type: "boolean" }, "maybe", { problem: "write yes or no" }],
  [{ type: "array", items: { enum: ["a", "b"] } }, "b, a", { value: ["b", "a"] }],
  [{ type: "array", items: { anyOf: titled } }, "b", { value: ["b"] }],
  [{ type: "array", items: { enum: ["a"] } }, "z", { problem: "'z' is not one of a" }],
  [{ type: "array", items: { enum: ["a", "b"] }, minItems: 2 }, "a", { problem: "at least 2 of them" }],
  [{ type: "array", items: { enum: ["a", "b"] }, maxItems: 1 }, "a,b", { problem: "at most 1 of them" }],
])("[HC4] %j reads %j as %j", (schema, text, read) => {
  expect(readField(schema, text)).toEqual(read);
});

test("[HC4] only fields that one line of text can fill are flat", () => {
  expect(isFlat({ type: "string" })).toBe(true);
  expect(isFlat({ type: "array", items: { enum: ["a"] } })).toBe(true);
  expect(isFlat({ type: "array", items: { type: "object" } })).toBe(false);
  expect(isFlat({ type: "object" })).toBe(false);
  expect(isFlat({})).toBe(false);
});

test("[HC4] the hints of a field say what it accepts", () => {
  const schema = { type: "array", title: "Colours\u001b[2J", items: { enum: ["a", "b"] }, default: ["a"] };
  expect(fieldNotes("c", schema, true)).toBe(
    'Colours\u001b[2J (one of a, b; separated by commas; Enter for ["a"])',
  );
});
