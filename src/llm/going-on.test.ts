import { expect, test } from "vitest";
import { goingOn } from "./going-on.ts";

async function* counting(from: number, to: number, onLeave: () => void = () => {}) {
  try {
    for (let at = from; at <= to; at += 1) yield at;
  } finally {
    onLeave();
  }
}

async function* head(rest: AsyncIterator<number> | undefined) {
  yield* [1, 2];
  return rest;
}

test("[EN1] a stream that goes on as another is one stream", async () => {
  expect(await Array.fromAsync(goingOn(head(counting(3, 5))))).toEqual([1, 2, 3, 4, 5]);
  expect(await Array.fromAsync(goingOn(head(undefined)))).toEqual([1, 2]);
});

test("[EN6] leaving it reaches whichever it is", async () => {
  for (const last of [1, 2, 3, 4]) {
    const left: string[] = [];
    const rest = counting(3, 5, () => left.push("rest"));
    const begun = async function* () {
      try {
        return yield* head(rest);
      } finally {
        left.push("head");
      }
    };
    for await (const number of goingOn(begun())) if (number === last) break;
    expect(left).toEqual(last > 2 ? ["head", "rest"] : ["head"]);
  }
});

test("[EN1] what either throws is thrown, once", async () => {
  const failing = (async function* (): AsyncGenerator<number> {
    yield 3;
    throw new Error("rest");
  })();
  const stream = goingOn(head(failing));
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const number of stream) seen.push(number);
    })(),
  ).rejects.toThrow("rest");
  expect(seen).toEqual([1, 2, 3]);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});
