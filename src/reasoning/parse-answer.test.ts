import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonIn, looseJsonIn } from "./parse-answer.ts";

test.each([
  ['{"a":1}', { a: 1 }],
  ['Sure:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
  ['```\nno\n```\n```JSON\n{"a":1}\n```', { a: 1 }],
  ["[1]", undefined],
  ["", undefined],
])("[RL4] finds an object in %j, or none", (text, value) => {
  expect(jsonIn(text)).toEqual(value);
});

test.each([
  ['Here you are: {"a":[1]} as asked.', { a: [1] }],
  ['```json\n{"a":"it says ```ts\\nx```"}\n```', { a: "it says ```ts\nx```" }],
  ['```json\n{"a":1}', { a: 1 }],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ["{a: 1}", undefined],
  ["} {", undefined],
])("[RL4] finds the JSON anywhere in %j", (text, value) => {
  expect(looseJsonIn(text)).toEqual(value);
});

test("[RL4] any JSON object is found again in prose and in a fence", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(object, (value) => {
      const json = JSON.stringify(value);
      expect(looseJsonIn(`So: ${json}.`)).toEqual(JSON.parse(json));
      expect(looseJsonIn(`\`\`\`json\n${json}\n\`\`\``)).toEqual(JSON.parse(json));
    }),
  );
});
