import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "../../test/web/chromium.ts";

/** Starts the browser without GPU emulation, which the tests need for the graph but which slows down everything else. */
export async function launchPlainBrowser(): Promise<Browser & AsyncDisposable> {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--no-zygote", "--font-render-hinting=none", "--disable-gpu"],
  });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}
