import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { type Agent, startAgent } from "./agent.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillLong } from "./fill-session.ts";
import { launchBrowser, openPage } from "./support.ts";

const LONG = 10_000;

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let agent: Agent;
let middling: string;
let long: string;
let short: string;

beforeAll(async () => {
  folder = temporaryFolder();
  middling = await fillLong(folder.path, 120, "A growing session");
  long = await fillLong(folder.path, LONG);
  [short] = (await fillLedger(folder.path, [
    { title: "Short", thoughts: ["The first.", "The second."], unfinished: true },
  ])) as [string];
  [browser, serving, agent] = await Promise.all([
    launchBrowser(),
    startServe({ home: folder.path }),
    startAgent({ home: folder.path }),
  ]);
});
afterAll(async () => {
  await agent[Symbol.asyncDispose]();
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

const isLive = (page: Page) => expect.poll(() => page.locator(".connection").textContent()).toBe("Live");

/** The position of the thought in the middle of the screen. */
function visiblePosition(page: Page) {
  return page.evaluate(() => {
    const row = document.elementFromPoint(500, innerHeight / 2)?.closest<HTMLElement>("[data-seq]");
    const { top, left } = row!.querySelector(".thought")!.getBoundingClientRect();
    return { seq: Number(row!.dataset.seq), top, left };
  });
}

/** Waits until all visible thoughts are loaded and do not move. */
async function settled(page: Page): Promise<void> {
  let before = "";
  await expect
    .poll(async () => {
      const now = await page.evaluate(() => {
        const rows = [...document.querySelectorAll("[data-seq]")].map(
          (row) => `${(row as HTMLElement).dataset.seq} ${row.getBoundingClientRect().top}`,
        );
        // Texts that are not loaded, or not parsed yet.
        const waiting = document.querySelectorAll(".thought-beginning, .thought .markdown > .plain-text");
        return `${waiting.length} ${rows.join()}`;
      });
      const isSame = now === before && /^0 \d/.test(now);
      before = now;
      return isSame;
    })
    .toBe(true);
}

test("[WB40] thoughts of another process are announced, and visible thoughts do not move", async () => {
  await using open = await openPage(browser, serving.address, `/s/${middling}?thought=60`);
  const { page } = open;
  await isLive(page);
  await settled(page);
  const before = await visiblePosition(page);
  await agent.think(middling, "The first new thought.");
  const news = page.getByRole("button", { name: "1 new thought", exact: true });
  await news.waitFor();
  await agent.think(middling, "The second, on a branch of its own.", {
    branchId: "new",
    branchFromThought: 99,
  });
  await page.getByRole("button", { name: "2 new thoughts" }).waitFor();
  await page.getByText("122 thoughts").first().waitFor();
  const after = await visiblePosition(page);
  // Scroll positions are whole pixels, heights are not.
  expect({ ...after, top: 0 }).toEqual({ ...before, top: 0 });
  expect(Math.abs(after.top - before.top)).toBeLessThan(1);
  await page.getByRole("button", { name: "2 new thoughts" }).click();
  await page.getByRole("tree").getByText("The second, on a branch of its own.").waitFor();
  await page.getByRole("button", { name: /new thoughts?$/ }).waitFor({ state: "detached" });
  expect(open.faults).toEqual([]);
});

test("[WB40] rows above that differ from their estimated height do not move visible thoughts", async () => {
  await using open = await openPage(browser, serving.address, `/s/${middling}`);
  const { page } = open;
  await page.locator("#thought-1").waitFor();
  await page.evaluate(() => scrollTo(0, 9_000));
  await settled(page);
  const before = await visiblePosition(page);
  // Contents of rows above are loaded while scrolling up.
  for (let step = 0; step < 12; step++) {
    await page.mouse.wheel(0, -200);
    await settled(page);
  }
  await page.mouse.wheel(0, 2_400);
  await settled(page);
  const after = await visiblePosition(page);
  expect(Math.abs(after.seq - before.seq)).toBeLessThan(3);
});

test("[WB40] at the end of the list, new thoughts stay in view", async () => {
  await using open = await openPage(browser, serving.address, `/s/${short}`);
  const { page } = open;
  await isLive(page);
  await page.getByText("The second.").first().waitFor();
  for (let number = 3; number <= 14; number++) await agent.think(short, `News number ${number}.`);
  const last = page.locator("#thought-14");
  await last.getByText("News number 14.").waitFor();
  await expect
    .poll(() => last.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
  expect(await page.getByRole("button", { name: /new thoughts?$/ }).count()).toBe(0);
  await page.getByText("14 thoughts", { exact: true }).waitFor();
});

test("[WB53, LT15] a long session is shown before its statistics, with one brief and without the linter", async () => {
  await using open = await openPage(browser, serving.address);
  const { page } = open;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const computed = Promise.withResolvers<void>();
  await page.route("**/statistics", async (route) => {
    await computed.promise;
    await route.continue();
  });
  await page.goto(`/s/${long}?panel=statistics`);
  await page.locator("#thought-1").getByText("Step 1.").waitFor();
  await page.getByText("10,000 thoughts").first().waitFor();
  expect(await page.locator(".analysis").count()).toBe(0);
  computed.resolve();
  await page.locator(".analysis").waitFor();
  await page.goto(`/s/${long}`);
  await page.getByRole("complementary", { name: "Brief" }).getByRole("heading", { name: "Goal" }).waitFor();
  await page.locator("#thought-1").getByText("Step 1.").waitFor();
  await expect.poll(() => asked.filter((path) => path.endsWith("/evidence")).length).toBe(2);
  expect(asked.filter((path) => path.endsWith("/brief"))).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith("/lint"))).toEqual([]);
  expect(open.faults).toEqual([]);
});

test("[WB30] 10,000 thoughts open, scroll from end to end, and are reachable by link", async () => {
  await using open = await openPage(browser, serving.address, `/s/${long}`);
  const { page } = open;
  await page.locator("#thought-1").getByText("Step 1.").waitFor();
  await page.getByText("10,000 thoughts").first().waitFor();
  const last = page.locator(`#thought-${LONG}`);
  await expect
    .poll(async () => {
      // The end of the loaded part may not be the last thought.
      await page.keyboard.press("End");
      return last.count();
    })
    .toBe(1);
  await last.getByText(`Step ${LONG}.`).waitFor();
  expect(await page.locator("[role=treeitem]").count()).toBeLessThan(60);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 3));
  await settled(page);
  const { seq } = await visiblePosition(page);
  expect(seq).toBeGreaterThan(2_000);
  expect(seq).toBeLessThan(5_000);
  await page.goto(`/s/${long}?thought=7000`);
  await page.locator("#thought-7000").getByText("Step 7000.").waitFor();
  // Directly below the header; scroll positions are whole pixels, heights are not.
  await expect
    .poll(() =>
      page.locator("#thought-7000").evaluate((element) => Math.abs(element.getBoundingClientRect().top - 72)),
    )
    .toBeLessThan(2);
  await page.keyboard.press("g");
  await page.getByRole("img", { name: "Graph of 10000 thoughts" }).locator("canvas").first().waitFor();
  await page.keyboard.press("j");
  await page.getByText("Thought 7001: Step 7001.").waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB43] the graph of a long session is drawn as it comes into view", async () => {
  await using open = await openPage(browser, serving.address, `/s/${long}?view=graph`);
  const { page } = open;
  const graph = page.getByRole("img", { name: "Graph of 10000 thoughts" });
  await graph.locator("canvas").first().waitFor();
  await page.keyboard.press("End");
  await page.waitForURL(`**thought=${LONG}`);
  const { x, y, height } = (await graph.boundingBox())!;
  await expect
    .poll(async () => {
      // The last thought is 40 pixels above the end; the previous one, on a branch, one row up and one column right.
      await page.mouse.click(x + 70 + 0.9 * 34, y + height - 40 - 34);
      return page.url();
    })
    .toContain(`thought=${LONG - 1}`);
  expect(open.faults).toEqual([]);
});

test("[WB30] only contents where scrolling pauses are loaded", async () => {
  await using open = await openPage(browser, serving.address, "/models");
  const { page } = open;
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/thoughts?")) requested.push(new URL(request.url()).search);
  });
  await page.goto(`/s/${long}`);
  await page.locator("#thought-1").getByText("Step 1.").waitFor();
  await page.evaluate(async () => {
    for (let step = 1; step <= 60; step++) {
      scrollTo(0, step * 20_000);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await settled(page);
  expect(requested.length).toBeLessThan(30);
  expect(requested.every((search) => search.includes("limit=25"))).toBe(true);
});
