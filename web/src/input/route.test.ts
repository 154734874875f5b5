import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AGES,
  addressOf,
  KINDS,
  MOST_FOLDS,
  OUTCOMES,
  type Route,
  routeOf,
  SESSION_PANELS,
  SESSION_VIEWS,
  SPANS,
} from "./route.ts";

const word = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed());
// Browsers resolve these path segments, however they are encoded.
const segment = word.filter((text) => !/^\.{1,2}$/.test(text));
const number = fc.integer({ min: 1, max: 999_999_999_999_999 });
const filter = fc.record(
  { project: word, tag: word, source: word, state: word, text: word },
  { requiredKeys: [] },
);

const anyRoute: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ name: fc.constant("home" as const), filter }),
  fc.record(
    {
      name: fc.constant("session" as const),
      id: segment,
      view: fc.constantFrom(...SESSION_VIEWS),
      thought: number,
      at: number,
      folded: fc.uniqueArray(number, { minLength: 1, maxLength: MOST_FOLDS }),
      panel: fc.constantFrom(...SESSION_PANELS),
    },
    { requiredKeys: ["name", "id", "view"] },
  ),
  fc.record({ name: fc.constant("compare" as const), a: word, b: word }),
  fc.record({
    name: fc.constant("search" as const),
    q: word,
    filter: fc.record(
      { project: word, source: word, kind: fc.constantFrom(...KINDS), within: fc.constantFrom(...AGES) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ name: fc.constant("notebook" as const), id: segment }),
  fc.record({ name: fc.constant("model" as const), model: segment }),
  fc.record({ name: fc.constant("models" as const), tag: word }, { requiredKeys: ["name"] }),
  fc.record({
    name: fc.constant("activity" as const),
    filter: fc.record(
      {
        tool: word,
        session: word,
        outcome: fc.constantFrom(...OUTCOMES),
        span: fc.constantFrom(...SPANS),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.constant<Route>({ name: "notebooks" }),
);

test("[WB5] every route round-trips through its address", () => {
  fc.assert(
    fc.property(anyRoute, (route) => {
      expect(routeOf(addressOf(route))).toEqual(route);
    }),
  );
});

test("[WB5] every address is a route", () => {
  fc.assert(
    fc.property(
      fc.webPath(),
      fc.webQueryParameters(),
      (path, query) => void routeOf(`http://page${path}?${query}`),
    ),
  );
  for (const path of ["/nothing", "/s/", "/s/a/b", "/n/%E0%A4%A", "/S/a"])
    expect(routeOf(path)).toEqual({ name: "not-found", path });
});

test("[WB5] invalid values are ignored", () => {
  expect(routeOf("/s/a?view=circle&thought=-1&at=later&fold=.x.-1&panel=source")).toEqual({
    name: "session",
    id: "a",
    view: "outline",
  });
  expect(routeOf("/s/a?fold=7..7.x.2")).toMatchObject({ folded: [7, 2] });
  expect(addressOf({ name: "session", id: "a", view: "outline", folded: [] })).toBe("/s/a");
  expect(routeOf("/?project=&text=x&colour=red")).toEqual({ name: "home", filter: { text: "x" } });
});
