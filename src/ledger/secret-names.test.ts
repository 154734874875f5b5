import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isSecretField, SECRET_WORDS } from "./secret-names.ts";

test.each(SECRET_WORDS.split("|"))("[IV2] %s makes a name a secret's, in any spelling", (word) => {
  const capital = word.replace(/^./, (letter) => letter.toUpperCase());
  for (const name of [word, capital, `${word}s`, `my_${word}`, `X-My-${capital}`, `MY_${word.toUpperCase()}`])
    expect(isSecretField(name, "value"), name).toBe(true);
  expect(isSecretField(`my${capital}`, { value: "value" })).toBe(true);
});

test.each(["keyboard", "monkey", "tokenizer", "secretary", "Cookiecutter", "text"])(
  "[IV2] %s is not the name of a secret",
  (name) => {
    expect(isSecretField(name, "value")).toBe(false);
  },
);

test.each([12, true, null, undefined, { input: 12, cache: { read: 3 } }])(
  "[IV2] %j is not a secret, whatever its name",
  (value) => {
    expect(isSecretField("tokens", value)).toBe(false);
  },
);

test.each([[[1, 2, 3]], [{ a: { b: { c: { d: { e: { f: 1 } } } } } }], [{ n: 1, of: ["text"] }]])(
  "[IV2] %j may hold a secret",
  (value) => {
    expect(isSecretField("key", value)).toBe(true);
  },
);

test("[IV2] [O2] [K10] there is one list of the words", () => {
  const lists = globSync("src/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => /\b(token\|secret|key\|token|secret\|passw)/.test(readFileSync(file, "utf8")));
  expect(lists).toEqual(["src/ledger/secret-names.ts"]);
});
