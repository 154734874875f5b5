import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let elsewhere: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  elsewhere = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  elsewhere.close();
  folder[Symbol.dispose]();
});

/** Calls the API beside the page, as another reader would. */
async function call<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  const response = await fetch(`${serving.address}/api${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

/** A notebook with these code cells. */
async function notebookOf(title: string, cells: readonly string[]): Promise<string> {
  const { notebook } = await call<{ notebook: { id: string } }>("POST", "/notebooks", { title });
  for (const content of cells)
    await call("POST", `/notebooks/${notebook.id}/cells`, { kind: "code", content });
  return notebook.id;
}

const cellAt = (page: Page, position: number) => page.getByRole("region", { name: `Cell ${position},` });
const editorOf = (page: Page, position: number) => cellAt(page, position).getByRole("textbox");

test("[WB60] notebooks are listed as they are made, and one is made from a template with the keyboard", async () => {
  await using open = await openPage(browser, serving.address, "/n");
  const { page } = open;
  await page.getByText("No notebook yet").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await notebookOf("From elsewhere", ["1"]);
  await page.getByRole("link", { name: "From elsewhere" }).waitFor();
  await page.getByText("typescript · 1 cell").waitFor();
  await page.getByLabel("Template").getByText("bug-hunt").waitFor({ state: "attached" });
  await page.keyboard.press("n");
  await page.keyboard.type("A hunt");
  await page.keyboard.press("Tab");
  await page.keyboard.type("bug");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/n/nb-*");
  await page.locator(".cell.is-code").first().waitFor();
  expect(await page.locator(".cell").count()).toBeGreaterThan(3);
  await page.goBack();
  await page.getByRole("link", { name: "A hunt" }).waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB61] a cell is edited with a field that has manners, saved when it is left, added and removed", async () => {
  const id = await notebookOf("Editing", ["const a = 1;"]);
  const read = async () =>
    (await call<{ notebook: { cells: { content: string; kind: string }[] } }>("GET", `/notebooks/${id}`))
      .notebook.cells;
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  await editorOf(page, 1).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await editorOf(page, 1).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nif (a) {\nconsole.log(a);");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("}");
  await cellAt(page, 1).getByText("not saved").waitFor();
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => (await read())[0]!.content)
    .toBe("const a = 1;\nif (a) {\n  console.log(a);\n}");
  await cellAt(page, 1).getByText("not saved").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/^Cell 1,/);
  await page.keyboard.press("t");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("**Why** &lt;this&gt; and [that](javascript:alert(1))");
  await page.keyboard.press("Escape");
  await cellAt(page, 2).locator("strong", { hasText: "Why" }).waitFor();
  await cellAt(page, 2).getByText("<this>").waitFor();
  expect(await cellAt(page, 2).locator("a").count()).toBe(0);
  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Remove this cell?" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read()).length).toBe(1);
  await cellAt(page, 2).waitFor({ state: "detached" });
  expect(open.faults).toEqual([]);
});

test("[WB61] when two change one cell both texts are shown, and the reader chooses", async () => {
  const id = await notebookOf("Two at once", ["const a = 1;", "const b = 1;"]);
  const change = (cell: string, content: string) =>
    call("PATCH", `/notebooks/${id}/cells/${cell}`, { content });
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  await editorOf(page, 1).fill("const a = 'mine';");
  await change("cell-1", "const a = 'theirs';");
  const first = cellAt(page, 1).getByRole("alert");
  await first.getByText("const a = 'theirs';").waitFor();
  await first.getByText("const a = 'mine';").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await first.getByRole("button", { name: "Keep mine" }).click();
  await first.waitFor({ state: "detached" });
  await editorOf(page, 2).fill("const b = 'mine';");
  await change("cell-2", "const b = 'theirs';");
  await cellAt(page, 2).getByRole("button", { name: "Take theirs" }).click();
  await expect.poll(() => editorOf(page, 2).inputValue()).toBe("const b = 'theirs';");
  const { notebook } = await call<{ notebook: { cells: { content: string }[] } }>("GET", `/notebooks/${id}`);
  expect(notebook.cells.map(({ content }) => content)).toEqual(["const a = 'mine';", "const b = 'theirs';"]);
});

test("[WB62] what a cell prints shows while it runs; it is interrupted; stale cells are marked and run again", async () => {
  const id = await notebookOf("Running", [
    'console.log("\\u001b[1mbegun\\u001b[0m"); await new Promise((go) => setTimeout(go, 60_000));',
    "const base = 20;",
    "base + 1",
  ]);
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  await editorOf(page, 1).click();
  await page.keyboard.press("Control+Enter");
  await cellAt(page, 1).locator(".ansi-bold", { hasText: "begun" }).waitFor();
  await cellAt(page, 1).getByText("running…").waitFor();
  expect(await page.getByRole("button", { name: "Run all" }).isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Interrupt" }).click();
  await cellAt(page, 1)
    .getByText(/^was ended in/)
    .waitFor();
  await editorOf(page, 1).fill('console.log("quick");');
  await page.getByRole("button", { name: "Run all" }).click();
  await cellAt(page, 3).locator(".outputs", { hasText: "21" }).waitFor();
  await cellAt(page, 1).getByText("quick", { exact: true }).waitFor();
  await editorOf(page, 2).fill("const base = 40;");
  await page.keyboard.press("Control+s");
  await cellAt(page, 3).getByText("stale").waitFor();
  await page.getByRole("button", { name: /^Run \d stale$/ }).click();
  await cellAt(page, 3).locator(".outputs", { hasText: "41" }).waitFor();
  await cellAt(page, 3).getByText("stale").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Restart" }).click();
  await page.getByText("the next run begins without variables").waitFor();
  await cellAt(page, 3).getByText("stale").waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB63] [WB64] outputs cannot reach the page or the network, whatever they are, and the walls are told", async () => {
  const at = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const html = `<h3>A table</h3><style>@import "${at}/style";</style><script>parent.document.title = "taken"; fetch("${at}/script")</script><img src="${at}/img" onerror="parent.document.title='taken'"><link rel="stylesheet" href="${at}/link"><iframe src="${at}/frame"></iframe><form action="${at}/form"></form><meta http-equiv="refresh" content="0;url=${at}/refresh"><base target="_top">`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>parent.document.title = "taken"</script><image href="${at}/svg" width="9" height="9"/><rect width="5" height="5"/></svg>`;
  const id = await notebookOf("Hostile", [
    `await display({ [Symbol.for("Jupyter.display")]: () => ({ "text/html": ${JSON.stringify(html)} }) })`,
    `await display({ [Symbol.for("Jupyter.display")]: () => ({ "image/svg+xml": ${JSON.stringify(svg)} }) })`,
    `await display({ [Symbol.for("Jupyter.display")]: () => ({ "text/markdown": ${JSON.stringify(`**bold** [x](javascript:alert(1)) ![p](${at}/md) <img src="${at}/raw">`)} }) })`,
    `({ "<script>": ["<b>", { deep: null }], "__proto__x": 1 })`,
    `[{ name: "<i>one</i>", value: 1 }, { name: "two", value: 2 }]`,
    `console.log("\\u001b]0;title\\u0007turned \\u202e round"); throw new TypeError("<b>bad</b>");`,
  ]);
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  await page.getByRole("button", { name: "Run all" }).click();
  await cellAt(page, 6).getByText("TypeError").waitFor();
  await cellAt(page, 6).getByText("U+202E").waitFor();
  await cellAt(page, 6).getByText("<b>bad</b>", { exact: true }).waitFor();
  await page.frameLocator("iframe").getByRole("heading", { name: "A table" }).waitFor();
  expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
  await page.getByRole("button", { name: "Show its source" }).click();
  await page.getByText("parent.document.title").first().waitFor();
  await page.getByRole("button", { name: "Show it", exact: true }).click();
  await expect
    .poll(() =>
      cellAt(page, 2)
        .locator("img")
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(await cellAt(page, 2).locator("img").getAttribute("src")).toMatch(/^blob:/);
  await cellAt(page, 3).locator(".outputs strong").waitFor();
  expect(await cellAt(page, 3).locator(".outputs img").count()).toBe(0);
  await cellAt(page, 4).getByText("<script>:").waitFor();
  expect(await cellAt(page, 5).locator("td").allTextContents()).toEqual(["<i>one</i>", "1", "two", "2"]);
  expect(await page.title()).toBe("Hostile · Clew");
  expect(asked).toEqual([]);
  await page.getByText("walls").first().click();
  await page.getByText("Cells reach nothing outside.").waitFor();
  for (const theme of ["light", "dark"] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      expect([theme, width, await accessibilityFaults(page)]).toEqual([theme, width, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
});
