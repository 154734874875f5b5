import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CLAUDE_FILE, claudeRecord, text } from "../../src/import/fixtures.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

/** Writes a transcript of today, with a question, an answer and a record that is not known. */
function writeTranscript(home: string, question: string, answer: string, file = CLAUDE_FILE): void {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  const timestamp = new Date().toISOString();
  const records = [
    claudeRecord("u1", null, "user", question, 0),
    claudeRecord("a1", "u1", "assistant", [text(answer)], 1),
    { type: "of-tomorrow", uuid: "x1", parentUuid: "a1" },
  ].map((record) => ({ ...record, timestamp }));
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

test("[IM17] the empty page offers transcripts, imports them at a click, and they can be searched", async () => {
  using folder = temporaryFolder();
  writeTranscript(folder.path, "Why is the cart slow?", "The pelican index is missing.");
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

test("[IM17] the list shows the progress of an import while it fills, and at the end what was skipped", async () => {
  using folder = temporaryFolder();
  const answer = "The heron index is missing. ".repeat(1000);
  for (let n = 0; n < 40; n++)
    writeTranscript(
      folder.path,
      `Why is cart ${n} slow?`,
      answer,
      CLAUDE_FILE.replace(/1{8}/, `${n}`.padStart(8, "0")),
    );
  const other = join(folder.path, ".gemini", "tmp", "shop", "chats", "session-1.jsonl");
  mkdirSync(dirname(other), { recursive: true });
  const message = { id: "g1", type: "gemini", content: "The stork index is missing." };
  writeFileSync(other, `{"sessionId":"s","projectHash":"x"}\n${JSON.stringify(message)}\n`);
  await using serving = await startServe({ home: folder.path });
  await using browser = await launchBrowser();
  await using open = await openPage(browser, serving.address, "/", { width: 390 });
  const { page } = open;
  const progress = { done: 3, total: 40, bytesDone: 3, bytesTotal: 40, thoughts: 1200 };
  let isHeld = false;
  await page.route("**/api/imports", (route) =>
    isHeld && route.request().method() === "GET"
      ? route.fulfill({ json: { running: { program: "claude-code", progress } } })
      : route.continue(),
  );
  const button = page.getByRole("button", { name: /^Import/ }).first();
  await button.waitFor();
  isHeld = true;
  await button.click();
  const status = page.locator(".import-status");
  await page.getByRole("heading", { name: "Sessions", exact: true }).waitFor();
  await status.getByText("Importing 3 of 40 sessions, 1,200 thoughts").waitFor();
  expect(await status.getByRole("progressbar").getAttribute("value")).toBe("3");
  isHeld = false;
  await status.getByText("Imported 40 sessions with 40 thoughts. Skipped: 40 unknown record.").waitFor();
  await expect.poll(() => page.locator(".session-title").count()).toBe(40);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await status.getByRole("button", { name: "Import 1 session of Gemini CLI" }).click();
  await status.getByText("Imported 1 session with 1 thought.").waitFor();
  await status.getByRole("button", { name: "Dismiss" }).click();
  await status.waitFor({ state: "detached" });
  expect(open.faults).toEqual([]);
});
