import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { chromiumArguments, chromiumPath } from "./chromium.ts";

/** Starts the browser; one serves a whole file of tests. */
export async function launchBrowser(): Promise<Browser & AsyncDisposable> {
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

/** How a reader looks at the page. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  /** What the reader's system prefers. */
  readonly theme?: "light" | "dark";
  readonly reducedMotion?: boolean;
}

/** A page that is open, and what it did that it must not do. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the console, thrown errors, and whatever the policy stopped. */
  readonly faults: readonly string[];
  /** Requests to any place but the server. */
  readonly foreign: readonly string[];
}

/** Opens an address of a server as a reader of its own, with nothing kept from before. */
export async function openPage(
  browser: Browser,
  server: string,
  path = "/",
  look: Look = {},
): Promise<OpenPage> {
  const { width = 1280, height = 900, theme = "light", reducedMotion = true } = look;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    // The browser makes one up from its environment that no formatter knows.
    locale: "en-GB",
    baseURL: server,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const faults: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    // How slow it is to draw without a graphics card is no fault of the page.
    if (["error", "warning"].includes(message.type()) && !message.text().includes("GL Driver Message"))
      faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== server)
      foreign.push(request.url());
  });
  await page.goto(path);
  return { page, context, faults, foreign, [Symbol.asyncDispose]: () => context.close() };
}

/** The field of a search, in the dialog or on its page. */
export function searchField(page: Page): Locator {
  return page.getByRole("combobox", { name: "Search everything that was thought" });
}

/** What axe finds wrong with a page, in a line each. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
