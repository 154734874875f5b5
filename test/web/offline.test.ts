import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadExample } from "../../src/example/load-example.ts";
import { htmlInto, type Session, type Thought } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/open.ts";
import { clewEnvironment } from "../support/clew.ts";
import { startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillChat } from "./fill-session.ts";
import { exportFile, type FileLook, openFile as openLook } from "./offline-file.ts";
import { accessibilityFaults, launchBrowser } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = temporaryFolder();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  folder[Symbol.dispose]();
});

const SECRET = "sk-abcdefghijklmnopqrstuvwx0123";
const HOSTILE = [
  "</script><script>globalThis.stolen = 1</script>",
  "<!--<script>globalThis.stolen = 2",
  "<img src='https://elsewhere.invalid/x.png' onerror='globalThis.stolen = 3'>",
  "[a link](javascript:globalThis.stolen=4) and ![a picture](https://elsewhere.invalid/y.png)",
  "Turned \u202Eround, \u0000 null and \u2028 a line.",
  `The key is ${SECRET}, keep it.`,
  "$CLEW_SESSION$ $CLEW_TITLE$ $& $' &lt;b&gt;",
];

const LONG: Session = {
  id: "long",
  title: "A long one",
  project: "_default",
  tags: [],
  mode: "chain",
  status: "active",
  stage: 0,
  createdAt: "2026-01-15T10:00:00Z",
  updatedAt: "2026-01-15T10:00:00Z",
  metadata: {},
};

/** One more than a file contains. */
async function* manyThoughts(): AsyncGenerator<Thought> {
  for (let seq = 1; seq <= 10_001; seq++)
    yield {
      id: `t${seq}`,
      sessionId: "long",
      seq,
      number: seq,
      total: 10_001,
      content: `Thought **${seq}** of many.`,
      ...(seq > 1 && { parentId: `t${seq - 1}` }),
      isRevision: false,
      nextThoughtNeeded: true,
      mode: "chain",
      source: "thoughtbox",
      metadata: {},
      createdAt: "2026-01-15T10:00:00Z",
    };
}

const openFile = (file: string, look: FileLook = {}) => openLook(browser, file, look);
const exported = (id: string) => exportFile(folder.path, id);

describe("a session as one file", () => {
  let example: string;
  beforeAll(async () => {
    const store = await openStore({ file: join(folder.path, "clew.db") });
    const { sessionId, written } = await loadExample(store, { paceMs: 0 });
    await written;
    await store.close();
    example = await exported(sessionId);
  });

  test("[WB70] opens from disk without a network: thoughts, lanes, revisions, critiques and statistics", async () => {
    await using open = await openFile(example);
    const { page } = open;
    await page.getByRole("heading", { level: 1, name: /orders service/ }).waitFor();
    expect(await page.locator(".thought").count()).toBe(14);
    expect(await page.title()).toBe("Why is the orders service killed for memory every night?");
    await page.locator(".thought strong", { hasText: "40 MB an hour" }).waitFor();
    expect(await page.locator(".branch-head").count()).toBe(2);
    expect(await page.locator(".fate").allTextContents()).toEqual(["dropped", "won"]);
    expect(await page.locator(".thought.is-dropped").count()).toBe(3);
    await page.locator(".brief").getByText("The leak is fixed").waitFor();
    await page.locator(".brief").getByRole("link", { name: "#8" }).first().click();
    expect(new URL(page.url()).hash).toBe("#t14");
    expect(await page.locator(".gutter path").count()).toBe(2);
    await page.getByText("Critique", { exact: true }).waitFor();
    expect(await page.getByText("Changes", { exact: true }).count()).toBe(0);
    await page.getByText("Statistics").click();
    await page.getByText("Branches besides the main one.").waitFor();
    expect(open.requests).toEqual([pathToFileURL(example).href]);
    expect(open.faults).toEqual([]);
  });

  test("[WB70] the server exports the same file", async () => {
    await using serving = await startServe({ home: folder.path });
    const id = basename(example, ".html");
    const response = await fetch(`${serving.address}/api/sessions/${id}/export?format=html`);
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${id}.html"`);
    const exportTime = /"exportedAt":"[^"]*"/;
    expect((await response.text()).replace(exportTime, "")).toBe(
      readFileSync(example, "utf8").replace(exportTime, ""),
    );
  });

  test("[WB71] keys move, find and fold, and a link opens a thought", async () => {
    await using open = await openFile(example, { hash: "#t9" });
    const { page } = open;
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(focused).toBe("t9");
    await page.keyboard.press("j");
    expect(await focused()).toBe("t10");
    await page.keyboard.press("k");
    await page.keyboard.press("ArrowUp");
    expect(await focused()).toBe("t8");
    await page.keyboard.press("/");
    await page.keyboard.type("Heap");
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press("Enter");
    const found = await page.locator(".thought.is-hit").first().getAttribute("id");
    await expect.poll(focused).toBe(found);
    expect(await page.evaluate(() => CSS.highlights.get("found")!.size)).toBeGreaterThan(0);
    await page.keyboard.press("n");
    await page.getByText(/^2 of \d+$/).waitFor();
    await page.keyboard.press("f");
    await page
      .getByRole("button", { name: /^Show \d+ thoughts$/ })
      .first()
      .waitFor();
    expect(await page.locator(".thought").count()).toBeLessThan(14);
    await page.keyboard.press("f");
    await expect.poll(() => page.locator(".thought").count()).toBe(14);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  });

  test("[WB44] a file names speakers, shows questions and the changes of a small revision", async () => {
    await using open = await openFile(await exported(await fillChat(folder.path)));
    const { page } = open;
    for (const text of ["You", "tool: search", "You asked"])
      await page.getByText(text, { exact: true }).first().waitFor();
    await page.getByText("Changes", { exact: true }).click();
    await page.locator(".word-changes ins", { hasText: "the job" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("[WB71] print shows all folds and branches and no buttons", async () => {
    await using open = await openFile(example);
    const { page } = open;
    await page.getByRole("button", { name: "Fold branches" }).click();
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await page.locator(".thought").count()).toBe(14);
    expect(await page.locator(".thought details:not([open])").count()).toBe(0);
    expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
    expect((await page.pdf()).length).toBeGreaterThan(20_000);
  });

  test("[WB13] axe finds no issues in the file at 360 and 1280 pixels in either theme, and nothing overflows", async () => {
    for (const theme of ["light", "dark"] as const)
      for (const width of [360, 1280]) {
        await using open = await openFile(example, { width, theme });
        const { page } = open;
        await page.locator(".thought strong").first().waitFor();
        expect([theme, width, await accessibilityFaults(page)]).toEqual([theme, width, []]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
  });
});

test("[WB72] hostile text stays text, secrets are removed, and the file sends nothing", async () => {
  const [id] = await fillLedger(folder.path, [
    { title: `</title><script>stolen=5</script> ${SECRET}`, tags: ["<b>"], thoughts: HOSTILE },
  ]);
  const file = await exported(id!);
  const text = readFileSync(file, "utf8");
  expect(text).not.toContain(SECRET.slice(0, 14));
  await using open = await openFile(file);
  const { page } = open;
  await page.getByText("The key is [redacted], keep it.").waitFor();
  const shown = await page.locator("main").textContent();
  for (const part of [
    "</script><script>globalThis.stolen = 1",
    "<!--<script>",
    "onerror=",
    "U+202E",
    "U+2028",
  ])
    expect(shown).toContain(part);
  expect(shown).toContain("$CLEW_SESSION$ $CLEW_TITLE$ $& $'");
  await page.locator(".dead-link", { hasText: "a link" }).waitFor();
  expect(await page.locator(".thoughts img, .thoughts script").count()).toBe(0);
  expect(await page.evaluate(() => (globalThis as { stolen?: unknown }).stolen)).toBeUndefined();
  expect(open.requests).toEqual([pathToFileURL(file).href]);
  expect(open.faults).toEqual([]);
  const stopped = await page.evaluate(() =>
    fetch("https://elsewhere.invalid/").then(String, (error) => error.name),
  );
  expect(stopped).toBe("TypeError");
  expect(open.faults.some((fault) => /Content Security Policy/.test(fault))).toBe(true);
});

test("[WB72] a file of 10,000 thoughts opens, states that the session is longer, and is searchable", async () => {
  const file = join(folder.path, "long.html");
  const write = htmlInto(readFileSync("dist/web/offline.html", "utf8"));
  const pieces = write(LONG, manyThoughts, new Date().toISOString());
  writeFileSync(file, (await Array.fromAsync(pieces)).join(""));
  expect(statSync(file).size).toBeLessThan(5_000_000);
  await using open = await openFile(file);
  const { page } = open;
  await page.getByText("This file contains the first 10,000 thoughts").waitFor();
  await expect.poll(() => page.locator(".thought").count()).toBe(10_000);
  await page.keyboard.press("/");
  await page.keyboard.type("9999");
  await page.keyboard.press("Enter");
  await page.locator("#t9999 strong", { hasText: "9999" }).waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB73] without a built viewer the export fails and writes no file", async () => {
  const [id] = await fillLedger(folder.path, [{ title: "Unseen", thoughts: ["a"] }]);
  const root = join(folder.path, "installed");
  mkdirSync(join(root, "bin"), { recursive: true });
  copyFileSync("bin/clew.js", join(root, "bin/clew.js"));
  copyFileSync("package.json", join(root, "package.json"));
  cpSync("dist/cli", join(root, "dist/cli"), { recursive: true });
  const file = join(folder.path, "unseen.html");
  const args = [join(root, "bin/clew.js"), "sessions", "export", id!, "--format", "html", "--output", file];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: clewEnvironment({ home: folder.path }),
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([
    1,
    "clew: the viewer for HTML exports was not built: run `npm run build` first.\n",
  ]);
  expect(existsSync(file)).toBe(false);
  rmSync(root, { recursive: true });
});
