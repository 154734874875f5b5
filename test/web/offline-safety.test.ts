import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { exportFile, openFile } from "./offline-file.ts";
import { launchBrowser } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let elsewhere: Server;
let at: string;
let requested: IncomingMessage[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  browser = await launchBrowser();
  elsewhere = createServer((request, response) => {
    requested.push(request);
    response.setHeader("Content-Type", "text/html");
    response.end("<title>elsewhere</title><p>Another site.</p>");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  at = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requested = [];
});
afterAll(async () => {
  await browser.close();
  elsewhere.close();
  folder[Symbol.dispose]();
});

async function fileOf(title: string, thoughts: readonly string[]): Promise<string> {
  const [id] = await fillLedger(folder.path, [{ title, thoughts }]);
  return exportFile(folder.path, id!);
}

test("[WB72] opening the file with a network sends no requests", async () => {
  const file = await fileOf("No requests", [
    `![a picture](${at}/img) <img src="${at}/raw"> <link rel="stylesheet" href="${at}/style">`,
    `<script src="${at}/script"></script><iframe src="${at}/frame"></iframe><meta http-equiv="refresh" content="0;url=${at}/refresh">`,
    `[a link](${at}/link) and <${at}/auto> and ${at}/bare`,
    "The end.",
  ]);
  await using open = await openFile(browser, file, { isOnline: true });
  const { page } = open;
  await page.locator(".thought").getByText("The end.").waitFor();
  await page.locator("a.external").first().hover();
  expect(page.url()).toBe(pathToFileURL(file).href);
  expect(open.requests).toEqual([pathToFileURL(file).href]);
  expect(requested).toEqual([]);
  expect(open.faults).toEqual([]);
});

test("[WB72] a link shows its destination, which receives no referrer and no opener", async () => {
  const file = await fileOf("Links", [
    `[our own bank](${at}/there)`,
    "[run](javascript:globalThis.stolen=1) [read](file:///etc/passwd) [data](data:text/html,<script>1</script>) [near](secret.html) [blob](blob:null/1)",
    "[hidden](https://bank.example@elsewhere.invalid/)",
  ]);
  await using open = await openFile(browser, file, { isOnline: true });
  const { page, context } = open;
  const link = page.locator("a.external", { hasText: "our own bank" });
  await link.getByText(new URL(at).host).waitFor();
  expect(await page.locator(".dead-link").allTextContents()).toHaveLength(5);
  await page.locator("a.external", { hasText: "hidden" }).getByText("elsewhere.invalid").waitFor();
  const [opened] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await opened.getByText("Another site.").waitFor();
  expect(await opened.evaluate(() => [String(window.opener), document.referrer])).toEqual(["null", ""]);
  expect(requested[0]?.headers.referer).toBeUndefined();
  expect(page.url()).toBe(pathToFileURL(file).href);
  expect(await page.evaluate(() => (globalThis as { stolen?: unknown }).stolen)).toBeUndefined();
});

test("[WB72] injected markup has no effect, because the policy allows only the script and style of the file", async () => {
  const file = await fileOf("Broken out", ["The only thought."]);
  const page = readFileSync(file, "utf8");
  const markup = [
    "<script>globalThis.stolen = 1</script>",
    `<script src="${at}/script"></script>`,
    `<img src="${at}/img" onerror="globalThis.stolen = 2">`,
    `<style>@import "${at}/style"; body { display: none }</style>`,
    `<iframe src="${at}/frame"></iframe>`,
    `<form id="form" action="${at}/form"><button>Send</button></form>`,
    `<base href="${at}/">`,
  ].join("");
  writeFileSync(file, page.replace("<body>", `<body>${markup}`));
  expect(readFileSync(file, "utf8")).not.toBe(page);
  await using open = await openFile(browser, file, { isOnline: true });
  await open.page.locator(".thought").getByText("The only thought.").waitFor();
  await open.page.locator("#form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect
    .poll(() => open.faults.filter((fault) => /Content Security Policy/.test(fault)).length)
    .toBeGreaterThan(5);
  expect(await open.page.evaluate(() => (globalThis as { stolen?: unknown }).stolen)).toBeUndefined();
  expect(await open.page.locator("body").isVisible()).toBe(true);
  expect(requested).toEqual([]);
});
