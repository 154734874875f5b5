import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FRAGMENTS, type Reader, readers } from "./texts.ts";

/** The kernel counts processor time in ticks of 4 ms; a shorter time says nothing about growth. */
const MEASURABLE_MS = 24;
/** One long text against eight texts an eighth as long: linear work takes as long for both, quadratic work 8 times as long. */
const TIMES = 8;
const MOST_GROWTH = 3;
const SHORT = 25_000;
/** For a text of 200,000 characters; linear readers need a tenth of it. */
const MOST_MS = 300;

describe("time grows with the text only", () => {
  it.each(readers.map((reader) => [reader.name, reader] as const))(
    "[RE1] %s takes linear time, whatever is repeated",
    async (_, reader) => {
      const seeds = fc.array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(seeds, async (fragments) => {
          expect(await growth(reader, fragments.join(""))).toBeLessThan(MOST_GROWTH);
        }),
        { numRuns: 30, examples: FRAGMENTS.map((fragment) => [[fragment]]), endOnFailure: true },
      );
    },
  );

  it("[RE1] a megabyte of any fragment is redacted within 250 ms of processor time", async () => {
    for (const fragment of FRAGMENTS) {
      const reader = readers.find(({ name }) => name === "redactText")!;
      expect.soft(await best(reader, repeated(fragment, 1_000_000), 1), fragment).toBeLessThan(250);
    }
  });
});

/** How many times longer one long text takes than short texts of the same total length; 0 if too short to measure. */
async function growth(reader: Reader, seed: string): Promise<number> {
  const long = repeated(seed, SHORT * TIMES);
  // The short texts first, because on quadratic work the long one would take minutes.
  const short = repeated(seed, SHORT);
  const quick = await best(reader, short, TIMES);
  expect(quick / TIMES, `${JSON.stringify(seed)} of ${SHORT} characters`).toBeLessThan(MOST_MS);
  const slow = await best(reader, long, 1);
  if (slow < MEASURABLE_MS) return 0;
  expect(slow, `${JSON.stringify(seed)} of ${SHORT * TIMES} characters`).toBeLessThan(MOST_MS);
  return slow / Math.max(quick, MEASURABLE_MS / 2);
}

/** Processor time of `times` reads: the best of up to four, so that compilation and garbage collection do not count. */
async function best(reader: Reader, text: string, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least > MEASURABLE_MS / 2; attempt++) {
    const before = process.threadCpuUsage();
    for (let n = 0; n < times; n++) await reader.read(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const repeated = (seed: string, length: number): string =>
  seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
