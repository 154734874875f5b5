import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startAgent } from "./agent.ts";
import { fillLong } from "./fill-session.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

test("[WB49] a note written on the page reaches an agent elsewhere and is shown as answered", async () => {
  using home = temporaryFolder();
  await using server = await startServe({ home: home.path });
  await using agent = await startAgent({ home: home.path });
  const id = await agent.start("Steered", "Which way?");
  await using open = await openPage(browser, server.address, `/s/${id}?thought=1`);
  const { page } = open;
  await page.getByText("Live", { exact: true }).waitFor();
  await page.locator("#thought-1 .markdown").waitFor();
  await page.keyboard.press("c");
  const field = page.getByRole("textbox", { name: "Note to the agent on thought 1" });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill("Take the **left** one. <b>Now</b>");
  // The draft survives a reload.
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("Take the **left** one. <b>Now</b>");
  await field.focus();
  await page.keyboard.press("Control+Enter");
  const note = page.locator(".side-panel .note");
  await note.locator("strong", { hasText: "left" }).waitFor();
  await note.getByText("waiting").waitFor();
  expect(await note.locator("b").count()).toBe(0);
  expect(await field.inputValue()).toBe("");
  await page.locator("#thought-1").getByText("1 note").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const listed = (await (await fetch(`${server.address}/api/sessions/${id}/notes`)).json()) as {
    readonly notes: readonly { readonly id: string }[];
  };
  await agent.think(id, "Left it is.", { answersNote: listed.notes[0]!.id });
  await note.getByText("answered by thought #2").waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB50] a question of an agent is shown at the top of every view, and the reply is a note", async () => {
  using home = temporaryFolder();
  await using server = await startServe({ home: home.path });
  await using agent = await startAgent({ home: home.path });
  const id = await agent.start("Waiting", "I need a decision.", { needsInput: "Left <b>or</b> right?" });
  await using open = await openPage(browser, server.address, "/models");
  const { page } = open;
  await page.getByText("needs input: Left <b>or</b> right?").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Waiting" }).click();
  await page.waitForURL(`**/s/${id}`);
  const asks = page.getByRole("region", { name: "The agent asks" });
  await asks.getByText("Left <b>or</b> right?").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await asks.getByRole("textbox", { name: "Reply to the agent" }).fill("Right.");
  await asks.getByRole("button", { name: "Send" }).click();
  await asks.waitFor({ state: "detached" });
  await page.goto("/models");
  await page.getByRole("heading", { level: 1, name: "Mental models" }).waitFor();
  await expect.poll(() => page.getByText("needs input:").count()).toBe(0);
  expect(open.faults).toEqual([]);
});

test("[WB40] [WB50] a question that appears above does not move the thought that is read", async () => {
  using home = temporaryFolder();
  const id = await fillLong(home.path, 60);
  await using server = await startServe({ home: home.path });
  await using agent = await startAgent({ home: home.path });
  await using open = await openPage(browser, server.address, `/s/${id}?thought=30`);
  const { page } = open;
  const row = page.locator("#thought-30");
  await row.locator(".markdown").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const top = async () => Math.round((await row.boundingBox())?.y ?? 0);
  await expect.poll(async () => [await top(), await top()]).toEqual([72, 72]);
  await agent.start("Elsewhere", "I need a decision.", { needsInput: "Left or right?" });
  await page.getByText("needs input: Left or right?").waitFor({ state: "attached" });
  // Two frames: layout, then what observes it.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  expect(await top()).toBe(72);
  expect(open.faults).toEqual([]);
});
