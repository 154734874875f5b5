import fc from "fast-check";
import { expect, test } from "vitest";
import { nameTools } from "./tool-names.ts";

const names = (...places: readonly [server: string, tool: string][]) =>
  [...nameTools(places.map(([server, tool]) => ({ server, tool })))].map(
    ([name, { server, tool }]) => `${name} = ${server}/${tool}`,
  );

test("[HC1] keeps a unique name and prefixes a shared one with its server", () => {
  expect(names(["a", "read"], ["a", "search"], ["b", "search"])).toEqual([
    "read = a/read",
    "a__search = a/search",
    "b__search = b/search",
  ]);
});

test("[HC1] makes names valid for model services and numbers duplicates", () => {
  expect(names(["a", "x.y"], ["a", "x_y"], ["a", "x y"], ["b", "дом"], ["b", ""])).toEqual([
    "x_y_3 = a/x.y",
    "x_y = a/x_y",
    "x_y_2 = a/x y",
    "___ = b/дом",
    "tool = b/",
  ]);
});

test("[HC1] cuts long names and numbers duplicates within the limit", () => {
  const long = "l".repeat(70);
  expect([
    ...nameTools([
      { server: "a", tool: long },
      { server: "a", tool: `${long}2` },
    ]).keys(),
  ]).toEqual(["l".repeat(64), `${"l".repeat(62)}_2`]);
});

test("[HC1] keeps a tool that is listed twice once", () => {
  expect(names(["a", "twice"], ["a", "twice"])).toEqual(["twice = a/twice"]);
});

test("[HC1] names are always unique, valid and independent of order", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "_", ".", "é"), maxLength: 4 });
  const place = fc.record({ server: text, tool: fc.oneof(text, fc.constant("n".repeat(64))) });
  const places = fc.uniqueArray(place, { selector: ({ server, tool }) => `${server}\n${tool}` });
  fc.assert(
    fc.property(places, fc.infiniteStream(fc.integer()), (tools, random) => {
      const named = nameTools(tools);
      expect(named.size).toBe(tools.length);
      for (const name of named.keys()) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      const shuffled = tools
        .map((one) => ({ one, at: random.next().value as number }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one);
      expect(Object.fromEntries(nameTools(shuffled))).toEqual(Object.fromEntries(named));
    }),
  );
});
