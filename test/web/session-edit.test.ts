import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillExample } from "./fill-session.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let example: string;

beforeAll(async () => {
  folder = temporaryFolder();
  await fillLedger(folder.path, [
    {
      title: "Queue by database",
      thoughts: ["Decision: use the database as the queue.", "Open: who is called?"],
    },
    {
      title: "Queue by broker",
      thoughts: ["Decision: use a broker as the queue.", "Decision: keep jobs for 7 days."],
    },
    { title: "To delete 1", thoughts: ["First."] },
    { title: "To delete 2", thoughts: ["Second."] },
    { title: "To redact", thoughts: ["The password is hunter2 today.", "Rotate it."] },
  ]);
  example = await fillExample(folder.path);
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

const choose = async (page: Page, item: string | RegExp) => {
  await page.getByRole("button", { name: "Session menu" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const titles = (page: Page) => page.locator(".session-title").allTextContents();
const select = async (page: Page, ...names: readonly string[]) => {
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
};
const openSession = async (page: Page, title: string) => {
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
};

test("[WB17] the menu of a session renames, tags and archives it, and each change can be undone", async () => {
  await using open = await openPage(browser, serving.address, `/s/${example}`);
  const { page } = open;
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  await heading("Why is the orders service killed").waitFor();
  await choose(page, "Rename…");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Title" }).fill("Memory <b>of</b> orders");
  await page.keyboard.press("Enter");
  await heading("Memory <b>of</b> orders").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await heading("Why is the orders service killed").waitFor();

  await choose(page, "Edit tags…");
  await page.getByLabel("Add tags, separated by commas").fill("night");
  await page.keyboard.press("Enter");
  await page.locator(".head-facts").getByRole("link", { name: "night" }).waitFor();
  await choose(page, "Archive");
  await page.getByText("archived", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByText("archived", { exact: true }).waitFor({ state: "detached" });
  expect(open.faults).toEqual([]);
});

test("[WB17] [WB12] the menu works with the keyboard and gives the focus back", async () => {
  await using open = await openPage(browser, serving.address, `/s/${example}`);
  const { page } = open;
  const button = page.getByRole("button", { name: "Session menu" });
  await button.focus();
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe("Rename…");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("End");
  expect(await focused()).toBe("Delete…");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Rename…");
  await page.keyboard.press("c");
  expect(await focused()).toBe("Compare with another…");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Rename session" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("[WB18] a redacted thought shows who redacted it, when and why, and its text is gone", async () => {
  await using open = await openPage(browser, serving.address);
  const { page } = open;
  await openSession(page, "To redact");
  await choose(page, "Redact a thought…");
  await page.getByText("Select the thought to redact").waitFor();
  await page.locator("#thought-1").click();
  await page.getByRole("button", { name: "Redact", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Redact thought 1?" });
  await dialog.getByText("This cannot be undone.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const confirm = dialog.getByRole("button", { name: "Redact for good" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("Reason, shown in place of the text").fill("a <i>password</i>");
  await confirm.click();
  await page.getByText("Redacted thought 1.").waitFor();
  const row = page.locator("#thought-1");
  await row.getByText("Redacted by local").waitFor();
  await row.getByText("a <i>password</i>").waitFor();
  await page.getByRole("complementary").getByText("Redacted by local").waitFor();
  await expect.poll(() => page.getByText("hunter2").count()).toBe(0);
  expect(open.faults).toEqual([]);
});

test("[WB18] a deleted session says so, and leaves the lists of other readers", async () => {
  await using other = await openPage(browser, serving.address);
  await other.page.getByText("To delete 1").waitFor();
  await using open = await openPage(browser, serving.address);
  const { page } = open;
  await openSession(page, "To delete 1");
  const address = page.url();
  await using reader = await openPage(browser, serving.address, new URL(address).pathname);
  await reader.page.locator("#thought-1").waitFor();
  await choose(page, "Delete…");
  const dialog = page.getByRole("dialog", { name: "Delete this session?" });
  await dialog.getByText("This cannot be undone.").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  expect(await focused()).toBe("Cancel");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("Deleted “To delete 1”.").waitFor();
  await expect.poll(() => titles(page)).not.toContain("To delete 1");
  await expect.poll(() => titles(other.page)).not.toContain("To delete 1");
  await reader.page.getByText("Somebody deleted it for good.").waitFor();
  await page.goto(address);
  await page.getByText("Somebody deleted it for good.").waitFor();
  await page.getByRole("link", { name: "All sessions", exact: true }).click();
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
});

test("[WB17] a selection is renamed, compared, merged or deleted", async () => {
  await using open = await openPage(browser, serving.address);
  const { page } = open;
  const more = async (item: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await select(page, "To delete 2");
  await more("Rename…");
  await page.getByRole("textbox", { name: "Title" }).fill("To delete, too");
  await page.keyboard.press("Enter");
  await expect.poll(() => titles(page)).toContain("To delete, too");
  await more("Delete…");
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect.poll(() => titles(page)).not.toContain("To delete, too");
  await page.getByText("selected").waitFor({ state: "detached" });
  await select(page, "Queue by broker", "Queue by database");
  await more("Compare");
  await page.waitForURL("**/compare?a=queue-by-*&b=queue-by-*");
  // The list asks whether a session that left it was deleted, and the browser logs the answer 410.
  expect(open.faults.filter((fault) => !fault.includes("410 (Gone)"))).toEqual([]);
});

test.each([1440, 390])(
  "[WB19] two sessions are compared by their facts and merged, at %i px",
  async (width) => {
    const ids = ["queue-by-database", "queue-by-broker"].map(
      (name) => `${name}-${new Date().toISOString().slice(0, 10)}`,
    );
    await using open = await openPage(browser, serving.address, `/compare?a=${ids[0]}&b=${ids[1]}`, {
      width,
    });
    const { page } = open;
    const facts = page.locator(".compare-facts");
    await facts.getByText("Use the database as the queue.").first().waitFor();
    await facts.getByRole("link", { name: /Keep jobs for 7 days/ }).waitFor();
    await facts.getByRole("heading", { name: "Open questions" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.getByRole("link", { name: "Thoughts", exact: true }).click();
    await page.getByText("No common start").waitFor();
    await page.getByRole("button", { name: "Merge…" }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Title of the new session").fill(`Both queues ${width}`);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: `Both queues ${width}` }).waitFor();
    expect(open.faults).toEqual([]);
  },
);

test("[WB36] the timeline shows brief, fates, statistics and export as they were", async () => {
  await using open = await openPage(browser, serving.address, `/s/${example}?view=timeline`);
  const { page } = open;
  const brief = page.getByRole("complementary", { name: "Brief" });
  await brief.getByText("instead of 1,160 MB").waitFor();
  const moment = page.getByRole("slider", { name: "Moment" });
  await moment.focus();
  for (let step = 0; step < 9; step++) await page.keyboard.press("ArrowLeft");
  await page.getByText("5 of 14 thoughts").first().waitFor();
  await expect.poll(() => brief.getByText("instead of 1,160 MB").count()).toBe(0);
  await page.locator(".head-facts").getByText("5 thoughts").waitFor();
  expect(await page.locator(".fate.is-won").count()).toBe(0);
  await brief.getByRole("link", { name: "Statistics" }).click();
  await page.locator(".analysis > div", { hasText: "Thoughts" }).getByText("5", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("heading", { name: "Download a copy as of thought #5" }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "JSON", exact: true }).click(),
  ]);
  const saved = readFileSync(await download.path(), "utf8");
  expect(saved).toContain("The price cache is a");
  expect(saved).not.toContain("Fixed, with a test");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.locator(".head-facts").getByText("14 thoughts").waitFor();
  await page.getByRole("link", { name: "Brief" }).click();
  await brief.getByText("Fixed, with a test").waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB52] a session that an agent is writing says so at its end", async () => {
  const [id] = await fillLedger(folder.path, [
    { title: "In progress", thoughts: ["Begun."], unfinished: true },
  ]);
  await using open = await openPage(browser, serving.address, `/s/${id}`);
  await open.page.getByText("The agent is active.").waitFor();
  await using done = await openPage(browser, serving.address, `/s/${example}`);
  await done.page.getByText("40 MB an hour", { exact: true }).waitFor();
  expect(await done.page.getByText("The agent is active.").count()).toBe(0);
});
