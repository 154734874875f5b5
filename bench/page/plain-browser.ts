import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "../../test/web/chromium.ts";

/**
 * Starts the browser of the tests as it is where there is no graphics card: it paints by itself. The tests have the
 * processor imitate a card, because a graph needs one; that is slower than any page.
 */
export async function launchPlainBrowser(): Promise<Browser & AsyncDisposable> {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--no-zygote", "--font-render-hinting=none", "--disable-gpu"],
  });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}
