import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";

/** The marks that a page leaves in its trace. */
export const marks = { readable: "first thought readable", settled: "view settled" } as const;

const inPage = fileURLToPath(new URL("in-page.js", import.meta.url));
const patienceMs = 120_000;

/** Opens an empty page of a reader of its own, with nothing cached. */
export async function newReader(browser: Browser, server: string): Promise<Page & AsyncDisposable> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    baseURL: server,
  });
  await context.addInitScript({ path: inPage });
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

/** Waits until the view has been settled for a while; its mark says since when. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, marks.settled);
}
