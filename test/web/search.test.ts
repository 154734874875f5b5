import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { accessibilityFaults, launchBrowser, openPage, searchField } from "./support.ts";

const hostile = [
  "# Poison <script>document.title = 'owned'</script>",
  "<img src=x onerror=\"document.title='owned'\">",
  "[bank](https://bank.example@evil.example/) [run](javascript:document.title='owned')",
  "![pixel](https://spy.example/pixel.png)",
  "look \u202egpj.exe",
  "| a | b |\n|---|---|\n| 1 | 2 |",
].join("\n\n");

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let ids: readonly string[];

beforeAll(async () => {
  folder = temporaryFolder();
  ids = await fillLedger(folder.path, [
    {
      title: "Slow start",
      thoughts: ["What is slow?", "The **cache** is cold at start.", "So it is warmed first."],
    },
    {
      title: "Another matter",
      project: "shop",
      source: "gateway",
      thoughts: ["Caching of pages helps little."],
    },
    { title: "Hostile", thoughts: ["Before.", hostile, "After."] },
  ]);
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

test("[WB10] Ctrl-K searches from anywhere, shows the thought in context, and works with keys", async () => {
  await using open = await openPage(browser, serving.address, "/models");
  const { page } = open;
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const field = dialog.getByRole("combobox");
  await field.waitFor();
  await page.keyboard.type("caches");
  const options = dialog.getByRole("option");
  await expect.poll(() => options.count()).toBe(2);
  expect(new Set((await dialog.locator("mark").allTextContents()).map((text) => text.toLowerCase()))).toEqual(
    new Set(["cache", "caching"]),
  );
  const cold = options.filter({ hasText: "cold" });
  for (let step = 0; (await cold.getAttribute("aria-selected")) !== "true" && step < 3; step++)
    await page.keyboard.press("ArrowDown");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await cold.getAttribute("id"));
  const context = dialog.getByRole("region", { name: "Context" });
  await context.locator("strong", { hasText: "cache" }).waitFor();
  await context.getByText("What is slow?").waitFor();
  await context.getByText("So it is warmed first.").waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/s/${ids[0]}?thought=2`);
  expect(await dialog.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
});

test("[WB10] Escape closes the search and restores the focus", async () => {
  await using open = await openPage(browser, serving.address);
  const { page } = open;
  const link = page.getByRole("link", { name: "Hostile", exact: true });
  await link.focus();
  await page.keyboard.press("Control+k");
  await searchField(page).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("[WB10] a late response does not replace a newer one", async () => {
  await using open = await openPage(browser, serving.address, "/search");
  const { page } = open;
  const release = Promise.withResolvers<void>();
  await page.route("**/api/search?q=slow*", async (route) => {
    await release.promise;
    await route.continue().catch(() => {});
  });
  const requested = page.waitForRequest("**/api/search?q=slow*");
  await searchField(page).fill("slow");
  const slow = await requested;
  await searchField(page).fill("caching");
  await page.getByText("2 thoughts").waitFor();
  expect(slow.failure()).not.toBeNull();
  release.resolve();
  expect(await page.locator(".result").count()).toBe(2);
});

test("[WB10] a search has an address, and reports no results", async () => {
  await using open = await openPage(browser, serving.address, "/search?q=cold");
  const { page } = open;
  await page.locator(".result").first().waitFor();
  await searchField(page).fill("zebra");
  await page.getByText("No results.").waitFor();
  expect(page.url()).toContain("/search?q=zebra");
});

test("[WB10] a search is narrowed by project, source, kind and time, in the address", async () => {
  await using open = await openPage(browser, serving.address, "/search?q=cache");
  const { page } = open;
  await page.getByText("2 thoughts").waitFor();
  await page.getByLabel("Project").selectOption("shop");
  await page.getByText("1 thought", { exact: true }).waitFor();
  await page.getByText("thought 1 in main").waitFor();
  expect(page.url()).toContain("/search?q=cache&project=shop");
  await page.getByLabel("Source").selectOption("gateway");
  await page.waitForURL("**&source=gateway");
  await page.getByLabel("Time").selectOption("day");
  await page.waitForURL("**&within=day");
  await page.getByText("1 thought", { exact: true }).waitFor();
  await page.getByLabel("Kind").selectOption("Dead ends");
  await page.waitForURL("**&kind=dead_end");
  await page.getByText("No results.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Clear" }).click();
  await page.waitForURL("**/search?q=cache");
  await page.getByText("2 thoughts").waitFor();
});

test("[WB11] a hostile thought is shown and has no effect", async () => {
  await using open = await openPage(browser, serving.address, "/search?q=poison");
  const { page } = open;
  const shown = page.locator(".context-thought .markdown");
  await shown.locator("h3").waitFor();
  const text = (await shown.textContent())!;
  for (const part of [
    "<script>document.title",
    "<img src=x onerror",
    "javascript:document",
    "U+202E",
    "evil.example",
  ])
    expect(text).toContain(part);
  expect(await shown.locator("img, script").count()).toBe(0);
  const hrefs = await shown
    .locator("a")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(hrefs).toEqual(["https://bank.example@evil.example/", "https://spy.example/pixel.png"]);
  expect(await shown.locator("a").first().getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(await page.title()).not.toContain("owned");
  expect(open.foreign).toEqual([]);
  expect(open.faults).toEqual([]);
});
