import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { runClew } from "../support/clew.ts";
import type { Look } from "./support.ts";

/** An open file, with its console messages and requests. */
export interface OpenFile extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: readonly string[];
  readonly requests: readonly string[];
}

/** Options of `openFile`; offline by default. */
export interface FileLook extends Look {
  readonly hash?: string;
  readonly isOnline?: boolean;
}

/** Opens a file from disk, without a network. */
export async function openFile(browser: Browser, file: string, look: FileLook = {}): Promise<OpenFile> {
  const context = await browser.newContext({
    offline: look.isOnline !== true,
    viewport: { width: look.width ?? 1280, height: 900 },
    colorScheme: look.theme ?? "light",
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href + (look.hash ?? ""));
  return { page, context, faults, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Exports a session to an HTML file beside the ledger. */
export async function exportFile(home: string, id: string): Promise<string> {
  const file = join(home, `${id}.html`);
  const { code, stderr } = await runClew(["sessions", "export", id, "--format", "html", "--output", file], {
    home,
  });
  expect([code, stderr]).toEqual([0, ""]);
  return file;
}
