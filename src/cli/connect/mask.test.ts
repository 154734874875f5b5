import fc from "fast-check";
import { expect, test } from "vitest";
import { clientFiles } from "./fixtures.ts";
import { maskSecrets } from "./mask.ts";

test.each([
  ['"API_KEY": "sk-1\\"2",', '"API_KEY": "***",'],
  ['"Authorization": "Bearer abc"', '"Authorization": "***"'],
  ['"db_password":"hunter2"', '"db_password":"***"'],
  ['"clientSecret" : 12345,', '"clientSecret" : ***,'],
  ['"tokens": ["a", "b"]', '"tokens": ["***", "***"]'],
  ['"secrets": { "github": "a", "b": "c" }', '"secrets": { "github": "***", "b": "***" }'],
  ['"secrets": {"a": {"b": ["]", "c"]}}, "d": "e"', '"secrets": {"a": {"b": ["***", "***"]}}, "d": "e"'],
  ['// "API_KEY": "sk-1", the team\'s', '// "API_KEY": "***", the team\'s'],
  ['"secrets": { // }\n"a": "b" }', '"secrets": { // }\n"a": "***" }'],
  ['"token":\n  "abc"', '"token":\n  "***"'],
  ["# api_key = 'x' # old", "# api_key = '***' # old"],
  ["CONTEXT7_API_KEY = 'ctx'", "CONTEXT7_API_KEY = '***'"],
  ['http_headers = { Authorization = "Bearer a.b" }', 'http_headers = { Authorization = "***" }'],
  ['"--header", "Authorization: Bearer lin_9"', '"--header", "Authorization: ***"'],
  ['"-e", "GITHUB_TOKEN=ghp_1"', '"-e", "GITHUB_TOKEN=***"'],
  ['"--api-key", "abc"', '"--api-key", "***"'],
  ['"--api-key",\n  "abc"', '"--api-key",\n  "***"'],
  ['"X-Custom": "Bearer abc"', '"X-Custom": "Bearer ***"'],
  ['"postgresql://ada:lovelace@localhost/x"', '"postgresql://ada:***@localhost/x"'],
  ['private_key = """\nline one\nline two\n"""', 'private_key = """\n***\n***\n"""'],
  ['"command": "npx"', '"command": "npx"'],
  ['"url": "http://127.0.0.1:4747/mcp"', '"url": "http://127.0.0.1:4747/mcp"'],
])("[K10] %j is shown as %j", (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test("[K10] shows no secret of a real file", () => {
  const all = Object.values(clientFiles).map(maskSecrets).join("\n");
  expect(all).not.toMatch(/ghp_A1b2C3d4|lovelace|lin_9|ctx7sk|abc\.def/);
});

test("[K10] masking never changes the number of lines", () => {
  const pieces = fc.constantFrom(
    '"',
    "'",
    '"""',
    "key",
    "token=",
    ": ",
    "\n",
    "\r\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    "x",
    "\\",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      expect(maskSecrets(text).split("\n")).toHaveLength(text.split("\n").length);
    }),
    { numRuns: 2000 },
  );
});
