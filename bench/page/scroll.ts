import type { Browser, Page } from "playwright-core";
import { newReader, settled } from "./reader.ts";
import { type Trace, traced } from "./trace.ts";

/** As fast as a wheel that spins freely, and as fast as eyes that skim. */
const wholeSpeed = 40_000;
const skimSpeed = 3_000;
const keyPresses = 150;

/** What moving through a session does to the page. */
export interface Moving {
  readonly skim: Trace;
  readonly whole: Trace;
  readonly keys: Trace;
}

/** Skims a part of a session's outline, scrolls through all of it, and goes on with keys from its beginning. */
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

/** Moves the wheel so far, by the browser's own gesture: an event for each frame. */
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
