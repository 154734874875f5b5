import fc from "fast-check";
import { expect, test } from "vitest";
import { scrub } from "./scrub.ts";

test.each([
  ["a key of its kind", "Bad key sk-ant-api03-abcDEF_123-xyz.", "Bad key sk-ant-00000-0000000000-000."],
  [
    "a request's id",
    '"request_id":"req_011CSHoEeqs5C35K2UUqR7Fy"',
    '"request_id":"req_000000000000000000000000"',
  ],
  ["an organisation", "Limit of org-AbCdEf1234567890 reached", "Limit of org-0000000000000000 reached"],
  ["a UUID", "thread 3f2504e0-4f89-41d3-9a0c-0305e82c3301", "thread 00000000-0000-0000-0000-000000000000"],
  ["nothing else", "sk- org- req_ask a request of the org", "sk- org- req_ask a request of the org"],
])("[EN11] scrubbing masks %s", (_, text, masked) => {
  expect(scrub(text, [])).toBe(masked);
});

test("[EN11] scrubbing removes the used key, whatever its format, and keeps every length", () => {
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-z]{5,20}$/), fc.string(), (before, key, after) => {
      const masked = scrub(before + key + after, [key]);
      expect(masked).not.toContain(key);
      expect(masked.length).toBe((before + key + after).length);
    }),
  );
});

test("[EN13] a placeholder key leaves a recording unchanged", () => {
  expect(scrub("The latest test exceeds it", ["", "x", "test"])).toBe("The latest test exceeds it");
});
