import type { Browser } from "playwright-core";
import { median } from "../measure.ts";
import { marks, newReader, settled } from "./reader.ts";
import { traced } from "./trace.ts";

/** Times of opening a session, in milliseconds. */
export interface Opening {
  readonly readable: number;
  readonly settled: number;
  /** The longest task of the main thread: wall-clock and CPU time. */
  readonly longest: number;
  readonly longestWork: number;
}

/** Opens a session in several fresh contexts and returns the medians. */
export async function measureOpening(
  browser: Browser,
  server: string,
  id: string,
  times: number,
): Promise<Opening> {
  const samples: Opening[] = [];
  for (let index = 0; index < times; index += 1) {
    await using page = await newReader(browser, server);
    const trace = await traced(browser, page, async () => {
      await page.goto(`/s/${id}`);
      await settled(page);
    });
    samples.push({
      readable: trace.sinceNavigation(marks.readable),
      settled: trace.sinceNavigation(marks.settled),
      longest: trace.longest,
      longestWork: trace.longestWork,
    });
  }
  const middle = (name: keyof Opening) => median(samples.map((sample) => sample[name]));
  return {
    readable: middle("readable"),
    settled: middle("settled"),
    longest: middle("longest"),
    longestWork: middle("longestWork"),
  };
}
