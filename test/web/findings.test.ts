import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillFindings } from "./fill-findings.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
let home: TemporaryFolder;
let root: TemporaryFolder;
let serving: Serving;
let session: string;

beforeAll(async () => {
  home = temporaryFolder();
  root = temporaryFolder();
  session = await fillFindings(home.path, root.path);
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: home.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  home[Symbol.dispose]();
  root[Symbol.dispose]();
});

test("[LT14] the margin of a thought names the rules that it breaks", async () => {
  await using open = await openPage(browser, serving.address, `/s/${session}`);
  const { page } = open;
  const marks = async (seq: number) => {
    const row = page.locator(`#thought-${seq}`);
    await row.scrollIntoViewIfNeeded();
    return row.locator(".badge.is-warning").allTextContents();
  };
  await page.locator("#thought-3 .badge.is-warning").waitFor();
  expect(await marks(1)).toEqual([]);
  expect(await marks(3)).toEqual(["unanswered"]);
  expect(await marks(8)).toEqual(["no verdict"]);
  expect(await marks(9)).toEqual(["no alternative"]);
  expect(await marks(10)).toEqual(["no evidence"]);
  expect(await marks(11)).toEqual(["contradicts"]);
  expect(await page.locator("#thought-10 .badge.is-warning").getAttribute("title")).toBe(
    'CL004: "I rolled the change out and all tests pass." has no evidence',
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(open.faults).toEqual([]);
});

test("[LT15] a session shows the number of its findings, and a click goes from one to the next", async () => {
  await using open = await openPage(browser, serving.address, `/s/${session}`, { width: 390 });
  const { page } = open;
  const count = page.getByRole("button", { name: "13 findings" });
  await count.click();
  await page.getByRole("heading", { level: 2, name: "Thought 3" }).waitFor();
  await page.getByText("Nothing later answers").waitFor();
  await page.getByRole("button", { name: "Close" }).first().click();
  await count.click();
  await page.getByRole("heading", { level: 2, name: "Thought 4" }).waitFor();
  expect(open.faults).toEqual([]);
});

test("[EV11] the page shows the state of each reference, and of a decision the worst that it cites", async () => {
  await using open = await openPage(browser, serving.address, `/s/${session}?thought=2&panel=thought`);
  const { page } = open;
  const states = async (thought: number) => {
    await page.goto(`/s/${session}?thought=${thought}&panel=thought`);
    const evidence = page.locator(".findings", { has: page.getByRole("heading", { name: "Evidence" }) });
    await evidence.waitFor();
    return (await evidence.getByRole("listitem").allTextContents()).map((text) => text.trim());
  };
  expect(await states(2)).toEqual(["fresh pool.ts:1-3", "moved moved.ts:1-3"]);
  expect(await states(4)).toEqual([
    "stale export.ts:1-3",
    "stale #2",
    "stale this decision, because of what it cites",
  ]);
  expect(await states(5)).toEqual(["missing gone.log:1-3"]);
  expect(await states(6)).toEqual(["unchecked https://example.org/limits"]);
  expect(await page.locator("#thought-5 .badge.is-warning").textContent()).toBe("evidence missing");
  expect(open.faults).toEqual([]);
});
