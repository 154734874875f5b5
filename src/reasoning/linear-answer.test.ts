import fc from "fast-check";
import { expect, test } from "vitest";
import { readLinearAnswer } from "./linear.ts";

test.each([
  ['{"thought":"SQL first","confidence":0.85,"metadata":{}}', { thought: "SQL first", confidence: 0.85 }],
  ['```json\n{"thought":"a","confidence":"0.5"}\n```', { thought: "a", confidence: 0.5 }],
  ['Here it is:\n```\n{"thought":"a","confidence":1}\n```\nDone.', { thought: "a", confidence: 1 }],
  ["No JSON at all.", { thought: "No JSON at all.", confidence: 0.8 }],
  ['{"thought":"a","confidence":7}', { thought: "a", confidence: 1, given: 7 }],
  ['{"thought":"a","confidence":-0.1}', { thought: "a", confidence: 0, given: -0.1 }],
  ['{"thought":"a"}', { thought: "a", confidence: 0.8 }],
  ['{"thought":"a","confidence":null}', { thought: "a", confidence: 0.8 }],
  ['{"confidence":0.9}', { thought: '{"confidence":0.9}', confidence: 0.8 }],
  ['{"thought":"  ","confidence":0.9}', { thought: '{"thought":"  ","confidence":0.9}', confidence: 0.8 }],
  ['[{"thought":"a"}]', { thought: '[{"thought":"a"}]', confidence: 0.8 }],
  [
    '{"thought":"a","confidence":0.5,"metadata":{"k":1}}',
    { thought: "a", confidence: 0.5, metadata: { k: 1 } },
  ],
])("[RL4] reads %s", (text, answer) => {
  expect(readLinearAnswer(text)).toEqual(answer);
});

test("[RL4] any text gives a thought and a confidence between 0 and 1", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `\`\`\`json\n${json}\n\`\`\``),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { thought, confidence } = readLinearAnswer(text);
      expect(typeof thought).toBe("string");
      expect(confidence >= 0 && confidence <= 1).toBe(true);
    }),
  );
});
