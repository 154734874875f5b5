import type { Browser, Page } from "playwright-core";
import { newReader, settled } from "./reader.ts";
import { type Trace, traced } from "./trace.ts";

/** Pixels per second of a free-spinning wheel and of skimming. */
const wholeSpeed = 40_000;
const skimSpeed = 3_000;
const keyPresses = 150;

export interface Moving {
  readonly skim: Trace;
  readonly whole: Trace;
  readonly keys: Trace;
}

/** Traces skimming a part of the outline, scrolling through all of it, and moving with keys from its start. */
export async function measureScrolling(
  browser: Browser,
  server: string,
  id: string,
  skimmed: number,
): Promise<Moving> {
  await using page = await newReader(browser, server);
  await page.goto(`/s/${id}`);
  await settled(page);
  const whileScrolling = (work: () => Promise<unknown>) => traced(browser, page, work, "while scrolling");
  const skim = await whileScrolling(() => wheel(page, skimmed, skimSpeed));
  const height = await page.evaluate<number>("document.documentElement.scrollHeight");
  const whole = await whileScrolling(() => wheel(page, height, wholeSpeed));
  await page.keyboard.press("Home");
  const keys = await whileScrolling(async () => {
    for (let press = 0; press < keyPresses; press += 1) await page.keyboard.press("j");
  });
  return { skim, whole, keys };
}

/** Scrolls with a synthesized wheel gesture, one event per frame. */
async function wheel(page: Page, distance: number, speed: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Input.synthesizeScrollGesture", {
    x: 500,
    y: 500,
    yDistance: -distance,
    speed,
    gestureSourceType: "mouse",
  });
  await session.detach();
}
