import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

test("evicts the key that was set longest ago; reading does not refresh", () => {
  const map = new BoundedMap<string, number>(2, "insertion");
  map.set("a", 1).set("b", 2).set("a", 3);
  expect(map.get("b")).toBe(2);
  map.set("c", 4);
  expect([...map]).toEqual([
    ["a", 3],
    ["c", 4],
  ]);
});

test("evicts the key that was used longest ago; reading refreshes, also an undefined value", () => {
  const map = new BoundedMap<string, number | undefined>(2, "use");
  map.set("a", undefined).set("b", 2);
  expect(map.get("a")).toBeUndefined();
  map.set("c", 3);
  expect([...map.keys()]).toEqual(["a", "c"]);
  expect(map.get("missing")).toBeUndefined();
  expect(map.size).toBe(2);
});
