import { expect, test } from "vitest";
import { countRestarts } from "./restarts.ts";

test("[HC2] backs off between starts and limits them per minute", () => {
  let time = 0;
  const restarts = countRestarts(3, () => time);
  const seen: number[] = [];
  for (let start = 0; start < 5; start++) {
    seen.push(restarts.delay());
    time += restarts.delay();
    restarts.began();
  }
  expect(seen).toEqual([250, 500, 1000, 60_000 - 1500, 2000]);
});

test("[HC2] allows no start while the minute's limit is reached", () => {
  let time = 0;
  const restarts = countRestarts(2, () => time);
  restarts.began();
  time = 10_000;
  expect(restarts.closedFor()).toBe(0);
  restarts.began();
  expect(restarts.closedFor()).toBe(50_000);
  time = 60_001;
  expect(restarts.closedFor()).toBe(0);
});
