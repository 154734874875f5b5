import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startModelServer } from "../../src/testing/index.ts";
import { call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectHttp } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;

beforeAll(async () => {
  folder = temporaryFolder();
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

const SECRET = "sk-abcdefghijklmnopqrstuvwx0123";

test("[WB66] calls show outcome, latency and content, with filters in the address, beside statistics and health", async () => {
  await using connected = await connectHttp("handshake", serving.url);
  const { client } = connected;
  await using open = await openPage(browser, serving.address, "/activity");
  const { page } = open;
  await page.getByText("No calls yet.").waitFor();
  await page.getByRole("heading", { name: "Healthy" }).waitFor();
  await page.getByText("All configured services work.").waitFor();
  await call(client, "think", { thought: `<b>first</b> with ${SECRET}` });
  await page.locator(".call").waitFor();
  await call(client, "think", { thought: "second" });
  await call(client, "thoughtbox", { thought: "", thoughtNumber: 1 });
  const waiting = page.getByRole("button", { name: "2 new" });
  await waiting.waitFor();
  expect(await page.locator(".call").count()).toBe(1);
  await waiting.click();
  await expect.poll(() => page.locator(".call").count()).toBe(3);
  await page.getByText("THOUGHT_REQUIRED").waitFor();
  await page.locator(".statistics-table tr", { hasText: "thoughtbox" }).getByText("1 (100%)").waitFor();
  await page.locator(".call").nth(2).getByRole("button", { name: "think" }).click();
  await page.getByText("<b>first</b>").first().waitFor();
  expect(await page.textContent("body")).not.toContain(SECRET.slice(0, 12));
  await page.locator(".activity-chart canvas").first().waitFor();
  await page
    .locator(".activity-chart", { hasText: "Memory" })
    .getByText(/^\d+ MB$/)
    .waitFor();
  for (const theme of ["light", "dark"] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      expect([theme, width, await accessibilityFaults(page)]).toEqual([theme, width, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  await page.getByLabel("Outcome").selectOption("failed");
  await expect.poll(() => page.locator(".call").count()).toBe(1);
  expect(page.url()).toContain("outcome=failed");
  await page.goBack();
  await expect.poll(() => page.locator(".call").count()).toBe(3);
  await page.getByRole("link", { name: "think", exact: true }).click();
  await expect.poll(() => page.locator(".call").count()).toBe(2);
  expect(page.url()).toContain("tool=think");
  await page.locator(".call").first().getByRole("button", { name: "think" }).click();
  await page.getByRole("link", { name: "Calls of this session" }).click();
  await page.locator(".session-filter").waitFor();
  expect(open.faults).toEqual([]);
  expect(open.foreign).toEqual([]);
});

test("[WB51, WB44] tokens and cost are shown per call, thought and session, and by day and project", async () => {
  const usage = { inputTokens: 12_400, outputTokens: 830, cacheReadTokens: 9_000 };
  const model = await startModelServer([
    { text: "Let me think.", toolCalls: [{ name: "think", input: { thought: "It is cold." } }], usage },
    { text: "Because **nobody** warms it.", usage: { inputTokens: 14_000, outputTokens: 1_240 } },
  ]);
  const env = {
    ANTHROPIC_API_KEY: "any-key-of-a-test",
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_MODEL: "claude-sonnet-5-5",
  };
  const args = ["chat", "--print", "--yes", "Why is the cache cold?"];
  expect((await runClew(args, { home: folder.path, env })).code).toBe(0);
  await model.close();
  await using open = await openPage(browser, serving.address, "/activity?tool=anthropic", { width: 1440 });
  const { page } = open;
  const costs = page.getByRole("region", { name: "Cost" });
  await costs.getByRole("row", { name: /none claude-sonnet-5-5 2 35,400 \/ 2,070 \$0\.0753/ }).waitFor();
  const first = page.locator(".call").last();
  await first.getByText("21,400 tokens in, 830 out").waitFor();
  await first.getByText("$0.0349").waitFor();
  // One line, with the time at its end.
  expect((await first.boundingBox())!.height).toBeLessThan(60);
  await page.locator(".call").first().getByRole("button", { name: "anthropic" }).click();
  const detail = page.locator(".call-detail");
  await detail.getByRole("heading", { name: "user" }).first().waitFor();
  await detail.locator("strong", { hasText: "nobody" }).waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await detail.getByRole("link", { name: "Session", exact: true }).click();
  await page.locator("#thought-3").getByText("tool: think").waitFor();
  await page
    .locator("#thought-3")
    .getByText(/^Answered in [\d,]+ ms$/)
    .waitFor();
  // The question, and the answer; nothing of the tool call.
  const brief = page.getByRole("complementary", { name: "Brief" });
  await brief.getByText("Why is the cache cold?").waitFor();
  expect(await brief.textContent()).not.toContain("status");
  await page.locator("#thought-2").click();
  const panel = page.getByRole("complementary", { name: "Selected thought" });
  await panel.getByText("$0.0349, 21,400 tokens in, 830 out").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("i");
  await page.getByText("2 calls, 35,400 tokens in, 2,070 out").waitFor();
  await page.getByText("$0.0753").waitFor();
  await page.getByRole("link", { name: "Calls of this session" }).click();
  await page.waitForURL("**/activity?session=*");
  expect(open.faults).toEqual([]);
});

test("[WB65] models are listed by tag, and each has an address and works with keys", async () => {
  await using open = await openPage(browser, serving.address, "/models?tag=debugging");
  const { page } = open;
  await page.getByText("down to its root cause").waitFor();
  const few = await page.locator(".model-link").count();
  await page.getByRole("link", { name: /^All \d/ }).click();
  await expect.poll(() => page.locator(".model-link").count()).toBeGreaterThan(few);
  await page.goBack();
  await expect.poll(() => page.locator(".model-link").count()).toBe(few);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/models/*");
  await page.getByRole("heading", { level: 2, name: "Steps" }).waitFor();
  expect(await page.title()).toMatch(/^[A-Z].* · Clew$/);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect([theme, await accessibilityFaults(page)]).toEqual([theme, []]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press("u");
  await page.waitForURL("**/models");
  await page.goto("/models/no-such-model");
  await page.getByText("Not found").waitFor();
  expect(open.faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});
