import fc from "fast-check";
import { expect, test } from "vitest";
import { redact, redactText } from "./redact.ts";

/** Made up, in the formats of real ones. */
const SECRETS = [
  `sk-ant-api03-${"a1B2".repeat(8)}`,
  `sk-proj-${"Zz09".repeat(6)}`,
  `pipe_${"4f9cK".repeat(8)}`,
  `ghp_${"x9".repeat(18)}`,
  `xoxb-${"1234567890-abc"}`,
  `sk_live_${"51Hc".repeat(6)}`,
  `hf_${"aZ09".repeat(8)}`,
  `xai-${"aZ09".repeat(8)}`,
  `AKIA${"ABCD2345".repeat(2)}`,
  `eyJhbGciOiJIUzI1NiJ9.${"eyJzdWIiOiIxIn0"}.c2lnbmF0dXJl`,
  `-----BEGIN PRIVATE KEY-----\nMIIE${"abcd".repeat(10)}\n-----END PRIVATE KEY-----`,
];

test("[IV2] secrets are redacted by the name of their field", () => {
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

test.each(SECRETS)("[IV2] a secret in the middle of a text is redacted: %#", (secret) => {
  expect(redactText(`before ${secret} after`)).toBe("before [redacted] after");
});

test("[IV2] Bearer tokens and passwords in URLs are redacted, the rest stays", () => {
  expect(redactText("Authorization: Bearer abcdefgh12345678, then")).toBe(
    "Authorization: Bearer [redacted], then",
  );
  expect(redactText("postgres://clew:hunter2@db/x")).toBe("postgres://clew:[redacted]@db/x");
  expect(redactText("task-list and risk-free, a sk-8 bus")).toBe("task-list and risk-free, a sk-8 bus");
});

test.each([
  ["curl -H X-Api-Key=abcdef12", "curl -H X-Api-Key=[redacted]"],
  ["CLEW_TOKEN='correct horse' x", "CLEW_TOKEN='[redacted]' x"],
  ["https://x.test/?a=1&access_token=abc123def&b=2", "https://x.test/?a=1&access_token=[redacted]&b=2"],
  [`{"user":"ann","password": "hunter22"}`, `{"user":"ann","password": "[redacted]"}`],
  [String.raw`a text: "{\"apiKey\":\"abcd1234\"}"`, String.raw`a text: "{\"apiKey\":\"[redacted]\"}"`],
  ["max_tokens=1000000 and monkey=business", "max_tokens=1000000 and monkey=business"],
  ["the key: patience, the secret = to begin", "the key: patience, the secret = to begin"],
])("[IV2] removes what a text assigns to a secret's name: %s", (given, kept) => {
  expect(redactText(given)).toBe(kept);
});

test("[IV2] a secret at the edge of the examined text is redacted even if others before it shrink", () => {
  const token = `eyJ${"hbGciOiJIUzI1NiJ9".repeat(5)}.${"eyJzdWIiOiIxIn0".repeat(5)}.${"c2ln".repeat(30)}`;
  const keys = `-----BEGIN PRIVATE KEY-----${"abcd".repeat(900)}-----END PRIVATE KEY-----`;
  for (let before = 0; before < 400; before += 7) {
    const kept = redact(`${keys} ${".".repeat(before)} ${token} ${"z".repeat(5_000)}`) as string;
    expect(kept).not.toContain("hbGciOi");
    expect(kept).not.toContain("eyJzdWI");
  }
});

test("[IV2] no secret survives at any position and with any cut", () => {
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

test("[IV2] long texts, long lists and deep values are cut with a note", () => {
  const kept = redact({
    text: "w ".repeat(5_000),
    list: Array.from({ length: 60 }, (_, i) => i),
    deep: { a: { b: { c: { d: { e: { f: 1 } } } } } },
  });
  const { text, list, deep } = kept as { text: string; list: unknown[]; deep: unknown };
  expect(text).toMatch(/… \[8000 more characters\]$/);
  expect(list).toHaveLength(51);
  expect(list.at(-1)).toBe("[10 more]");
  expect(JSON.stringify(deep)).toContain("[deeper]");
});

test("[IV2] the size of a copy is bounded for any nesting", () => {
  const wide = (depth: number): unknown =>
    depth === 0 ? "word ".repeat(400) : Array.from({ length: 20 }, () => wide(depth - 1));
  for (const value of [wide(3), { a: wide(3) }, Array.from({ length: 50 }, () => Array(5_000).fill(1))])
    expect(JSON.stringify(redact(value)).length).toBeLessThan(40_000);
});

test("[IV2] texts are cut between characters, and other values become texts", () => {
  expect(redact(`${"a".repeat(1_999)}🧵🧵`)).toBe(`${"a".repeat(1_999)}… [3 more characters]`);
  expect(redact("lone \ud83e")).toBe("lone \ufffd");
  expect(redact({ at: new Date(0), never: new Date(Number.NaN), bytes: new Uint8Array(9), big: 7n })).toEqual(
    {
      at: "1970-01-01T00:00:00.000Z",
      never: null,
      bytes: "[9 bytes]",
      big: "7",
    },
  );
});

test("[IV2] any value is copied without failing", () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true }),
      (value) => void JSON.stringify(redact(value) ?? null),
    ),
  );
});
