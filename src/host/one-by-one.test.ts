import { expect, test } from "vitest";
import { type Burst, oneByOne } from "./one-by-one.ts";

async function* counting(...bursts: readonly Burst<number>[]): AsyncGenerator<Burst<number>, string> {
  for (const burst of bursts) yield burst;
  return "all";
}

test("[HS3] what comes in bursts is one stream, in order, also when it is asked for at once", async () => {
  expect(await Array.fromAsync(oneByOne(counting([1, 2], [], [3])))).toEqual([1, 2, 3]);
  const stream = oneByOne(counting([1, 2], [], [3]));
  const steps = await Promise.all(Array.from({ length: 5 }, () => stream.next()));
  expect(steps.map(({ value }) => value)).toEqual([1, 2, 3, "all", undefined]);
});

test("[HS3] a burst is worked on no further than it is taken", async () => {
  const worked: number[] = [];
  function* working() {
    for (const number of [1, 2, 3]) {
      worked.push(number);
      yield number;
    }
  }
  const stream = oneByOne(counting(working(), working()));
  for await (const number of stream) if (number === 2) break;
  expect(worked).toEqual([1, 2]);
  expect(await stream.next()).toMatchObject({ done: true });
});

test("[HS3] what goes wrong in a burst is thrown where the stream stands, which may go on", async () => {
  function* failing() {
    yield 1;
    throw new Error("broken");
  }
  async function* careful() {
    try {
      yield failing();
    } catch {
      yield [2];
    }
  }
  expect(await Array.fromAsync(oneByOne(careful()))).toEqual([1, 2]);
  await expect(Array.fromAsync(oneByOne(counting(failing())))).rejects.toThrow("broken");
});
