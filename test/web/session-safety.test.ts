import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillExample } from "./fill-session.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

const hostile = [
  "# Title <script>document.title = 'owned'</script>\n\n<img src=x onerror=\"document.title='owned'\">",
  "[run](javascript:document.title='owned') ![pixel](https://spy.example/pixel.png) <https://ok.example/>",
  "look \u202egpj.exe and \u0000 \u001b[31m and \u200b",
  `one line ${"x".repeat(50_000)}`,
  `${"[".repeat(4_000)}${"> ".repeat(3_000)}deep`,
];
const hostileName = '"><img src=x onerror=alert(1)> \u202e';

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let example: string;
let evil: string;

beforeAll(async () => {
  folder = temporaryFolder();
  example = await fillExample(folder.path);
  [evil] = (await fillLedger(folder.path, [
    { title: hostileName, project: hostileName, tags: [hostileName], thoughts: hostile },
  ])) as [string];
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

test("[WB11] hostile thoughts do nothing in any view of a session", async () => {
  await using open = await openPage(browser, serving.address, `/s/${evil}`);
  const { page } = open;
  await page.locator("#thought-1 h3").waitFor();
  const text = (await page.locator("#thought-1").textContent())!;
  for (const part of ["<script>document.title", "<img src=x onerror"]) expect(text).toContain(part);
  const second = page.locator("#thought-2");
  expect(await second.textContent()).toContain("javascript:document");
  expect(
    await second.locator("a").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)),
  ).toEqual(["https://spy.example/pixel.png", "https://ok.example/"]);
  expect(await page.locator("#thought-3").textContent()).toContain("U+202E");
  const fourth = page.locator("#thought-4");
  await fourth.getByRole("button", { name: "Show all 50,009 characters" }).click();
  await expect.poll(async () => (await fourth.textContent())!.length).toBeGreaterThan(50_000);
  expect(await page.locator("img, script:not([src])").count()).toBe(0);
  for (const view of ["graph", "timeline"]) {
    await page.goto(`/s/${evil}?view=${view}&thought=1&panel=thought`);
    await page.getByRole("complementary").getByRole("heading", { name: "Thought 1" }).waitFor();
  }
  await page.goto(`/compare?a=${evil}&b=${example}&by=thoughts`);
  await page.getByText("5 only left").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await page.title()).not.toContain("owned");
  expect(open.foreign).toEqual([]);
  expect(open.faults).toEqual([]);
});

const looks = [360, 1280].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })));

test.each(looks)("[WB13] axe finds no issues in a session at $width px in the $theme theme", async (look) => {
  await using open = await openPage(browser, serving.address, `/s/${example}`, look);
  const { page } = open;
  const found: string[] = [];
  const check = async (what: string) => {
    found.push(...(await accessibilityFaults(page)).map((fault) => `${what}: ${fault}`));
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isWide) found.push(`${what} is wider than the screen`);
  };
  await page.locator("#thought-1").getByText("40 MB an hour").waitFor();
  await check("outline");
  await page.goto(`/s/${example}?thought=11&panel=thought`);
  await page.locator("#thought-11 strong", { hasText: "8 MB an hour are missing" }).waitFor();
  await page.getByText("JSON record").click();
  await check("panel");
  await page.goto(`/s/${example}?view=graph&thought=3`);
  await page.locator(".graph canvas").first().waitFor();
  await check("graph");
  await page.goto(`/s/${example}?view=timeline&panel=statistics`);
  await page.locator("figure canvas").first().waitFor();
  await check("timeline and statistics");
  await page.goto(`/compare?a=${example}&b=${example}%2Fprice-cache`);
  await page.locator(".pair").first().waitFor();
  await check("compare");
  await page.goto(`/s/${example}`);
  await page.locator("#thought-1").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").waitFor();
  await check("share");
  await page.goto("/s/no-such-session");
  await page.getByRole("heading", { name: "Session not available" }).waitFor();
  await page.getByText("Not found").waitFor();
  await check("no session");
  expect(found).toEqual([]);
});
