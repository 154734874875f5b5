import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";

/** Performance marks of `in-page.js`. */
export const marks = { readable: "first thought readable", settled: "view settled" } as const;

const inPage = fileURLToPath(new URL("in-page.js", import.meta.url));
const timeoutMs = 120_000;

/** Opens an empty page in a new context, without a cache. */
export async function newReader(browser: Browser, server: string): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    baseURL: server,
  });
  await context.addInitScript({ path: inPage });
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

/** Waits until the view is settled; its mark has the time. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, marks.settled);
}
