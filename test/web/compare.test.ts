import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillExample } from "./fill-session.ts";
import { launchBrowser, openPage } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let example: string;
let other: string;

beforeAll(async () => {
  folder = temporaryFolder();
  example = await fillExample(folder.path);
  const shared = ["What is known?", "The cache is cold."];
  [, other] = (await fillLedger(folder.path, [
    { title: "One way", thoughts: [...shared, "Warm it at start.", "Done."] },
    { title: "Another way", thoughts: [...shared, "Do without it.", "Done."] },
  ])) as [string, string];
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

test("[WB41] two branches are side by side, with their common start folded", async () => {
  const address = `/compare?a=${example}%2Fprice-cache&b=${example}%2Fqueue-reconnect`;
  await using opened = await openPage(browser, serving.address, address);
  const { page } = opened;
  await page.getByText("Common start: 4 thoughts; 3 only left, 3 only right.").waitFor();
  const rows = page.locator(".pair");
  await expect.poll(() => rows.count()).toBe(3);
  await rows.first().getByText("The price cache is a").waitFor();
  await rows.first().getByText("The broker drops a connection").waitFor();
  expect(await rows.first().getByText("only left").count()).toBe(1);
  await page.getByRole("heading", { level: 2, name: /^price-cache/ }).waitFor();
  await page.locator(".outcome").first().getByText("Dead end, and a clean one").waitFor();
  await page.getByRole("button", { name: "Show the common start (4 thoughts)" }).click();
  // A shared thought is shown once.
  await rows.getByText("The orders service is killed for memory").waitFor();
  await page.keyboard.press("s");
  await page.waitForURL(/a=[^&]*queue-reconnect/);
  await page.goBack();
  await page.getByRole("group", { name: "Left" }).getByRole("combobox").nth(1).selectOption("main");
  await page.waitForURL(`**/compare?a=${example}&b=*`);
  expect(opened.faults).toEqual([]);
});

test("[WB41] two sessions are compared by content, one below the other on a small screen", async () => {
  await using opened = await openPage(browser, serving.address, `/s/${other}`, { width: 360, height: 780 });
  const { page } = opened;
  await page.getByRole("link", { name: "Compare" }).click();
  await page.waitForURL(`**/compare?a=${other}`);
  await page
    .getByRole("group", { name: "Right" })
    .getByRole("combobox")
    .first()
    .selectOption({ label: "One way" });
  await page.getByRole("link", { name: "Thoughts", exact: true }).click();
  await page.getByText("Common start: 2 thoughts; 1 only left, 1 only right.").waitFor();
  const rows = page.locator(".pair");
  const [left, right] = ["Do without it.", "Warm it at start."].map((text) => rows.getByText(text));
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([left!.boundingBox(), right!.boundingBox()]);
      return above && below && above.x === below.x && above.y < below.y;
    })
    .toBe(true);
  await page.getByText("both", { exact: true }).first().waitFor();
});
