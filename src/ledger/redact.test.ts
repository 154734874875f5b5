import fc from "fast-check";
import { expect, test } from "vitest";
import { redact, redactText } from "./redact.ts";

/** Made up, in the shapes of real ones. */
const SECRETS = [
  `sk-ant-api03-${"a1B2".repeat(8)}`,
  `sk-proj-${"Zz09".repeat(6)}`,
  `pipe_${"4f9cK".repeat(8)}`,
  `ghp_${"x9".repeat(18)}`,
  `xoxb-${"1234567890-abc"}`,
  `AKIA${"ABCD2345".repeat(2)}`,
  `eyJhbGciOiJIUzI1NiJ9.${"eyJzdWIiOiIxIn0"}.c2lnbmF0dXJl`,
  `-----BEGIN PRIVATE KEY-----\nMIIE${"abcd".repeat(10)}\n-----END PRIVATE KEY-----`,
];

test("[IV2] secrets are taken out by the name of their field", () => {
  const given = {
    apiKey: "plain words",
    ANTHROPIC_API_KEY: "x",
    authorization: "Basic abc",
    nested: { client_secret: "s", password: "p", keyboard: "stays", tokens: 12, monkey: "stays" },
    headers: { Cookie: "a=b" },
    key: null,
  };
  expect(redact(given)).toEqual({
    apiKey: "[redacted]",
    ANTHROPIC_API_KEY: "[redacted]",
    authorization: "[redacted]",
    nested: {
      client_secret: "[redacted]",
      password: "[redacted]",
      keyboard: "stays",
      tokens: 12,
      monkey: "stays",
    },
    headers: { Cookie: "[redacted]" },
    key: null,
  });
});

test.each(SECRETS)("[IV2] a secret is taken out of the middle of a text: %#", (secret) => {
  expect(redactText(`before ${secret} after`)).toBe("before [redacted] after");
});

test("[IV2] what follows Bearer and the password in an address are taken out, the rest stays", () => {
  expect(redactText("Authorization: Bearer abcdefgh12345678, then")).toBe(
    "Authorization: Bearer [redacted], then",
  );
  expect(redactText("postgres://clew:hunter2@db/x")).toBe("postgres://clew:[redacted]@db/x");
  expect(redactText("task-list and risk-free, a sk-8 bus")).toBe("task-list and risk-free, a sk-8 bus");
});

test("[IV2] no secret survives, wherever it stands and whatever is cut", () => {
  const where = fc.tuple(fc.constantFrom(...SECRETS), fc.nat(4_000), fc.nat(100));
  fc.assert(
    fc.property(where, ([secret, before, after]) => {
      const kept = JSON.stringify(
        redact({ a: [{ b: `${". ".repeat(before / 2)} ${secret} ${"y".repeat(after)}` }] }),
      );
      for (let at = 0; at + 16 <= secret.length; at += 4)
        if (!/PRIVATE KEY|-----/.test(secret.slice(at, at + 16)))
          expect(kept.includes(JSON.stringify(secret.slice(at, at + 16)).slice(1, -1))).toBe(false);
    }),
  );
});

test("[IV2] long texts, long lists and deep values are cut, and say so", () => {
  const kept = redact({
    text: "w ".repeat(5_000),
    list: Array.from({ length: 60 }, (_, i) => i),
    deep: { a: { b: { c: { d: { e: { f: 1 } } } } } },
  });
  const { text, list, deep } = kept as { text: string; list: unknown[]; deep: unknown };
  expect(text).toMatch(/… \[8000 more letters\]$/);
  expect(list).toHaveLength(51);
  expect(list.at(-1)).toBe("[10 more]");
  expect(JSON.stringify(deep)).toContain("[deeper]");
});

test("[IV2] any value is copied without failing", () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true }),
      (value) => void JSON.stringify(redact(value) ?? null),
    ),
  );
});
