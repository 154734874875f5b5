import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { chromiumArguments, chromiumPath } from "./chromium.ts";

/** Starts the browser, once per test file. */
export async function launchBrowser(): Promise<Browser & AsyncDisposable> {
  const executablePath = await chromiumPath();
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments] });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}

/** Viewport and preferences of a page. */
export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "light" | "dark";
  readonly reducedMotion?: boolean;
}

/** An open page, with its errors and requests to other hosts. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, thrown errors and policy violations. */
  readonly faults: readonly string[];
  /** Requests to other hosts. */
  readonly foreign: readonly string[];
}

/** Opens an address in a new browser context. */
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
    // The default locale of the browser is not known to formatters.
    locale: "en-GB",
    baseURL: server,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const faults: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    // Ignores performance warnings about missing graphics hardware.
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

/** The search field, in the dialog or on the search page. */
export function searchField(page: Page): Locator {
  return page.getByRole("combobox", { name: "Search all thoughts" });
}

/** The violations that axe finds, one per line. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const isLoaded = await page.evaluate(() => "axe" in globalThis);
  if (!isLoaded) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, impact, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id} (${impact}): ${html.slice(0, 160)} ${failureSummary}`),
    );
  });
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
