import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CLAUDE_FILE, claudeRecord, text } from "../../src/import/fixtures.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

/** Writes a transcript of today, with one answer. */
function writeTranscript(home: string): void {
  const file = join(home, CLAUDE_FILE);
  mkdirSync(dirname(file), { recursive: true });
  const timestamp = new Date().toISOString();
  const records = [
    claudeRecord("u1", null, "user", "Why is the cart slow?", 0),
    claudeRecord("a1", "u1", "assistant", [text("The pelican index is missing.")], 1),
  ].map((record) => ({ ...record, timestamp }));
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

test("[IM17] the empty page offers transcripts, imports them at a click, and they can be searched", async () => {
  using folder = temporaryFolder();
  writeTranscript(folder.path);
  await using serving = await startServe({ home: folder.path });
  await using browser = await launchBrowser();
  await using open = await openPage(browser, serving.address, "/", { width: 390 });
  const { page } = open;
  await page.getByRole("heading", { name: "Found 1 session of Claude Code from the last 30 days" }).waitFor();
  const { sessions } = await (await fetch(`${serving.address}/api/sessions`)).json();
  expect(sessions).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await page.getByRole("button", { name: /^Import/ }).click();
  await page.locator(".session-title", { hasText: "Why is the cart slow?" }).waitFor();
  await page.goto("/search?q=pelican");
  await page
    .getByRole("option", { name: /pelican/ })
    .first()
    .waitFor();
  expect(open.faults).toEqual([]);
});
