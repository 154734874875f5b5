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
const requested: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  elsewhere = createServer((request, response) => {
    requested.push(request.url!);
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

/** Calls the API directly, as another client would. */
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

test("[WB60] new notebooks appear in the list, and the keyboard creates one from a template", async () => {
  await using open = await openPage(browser, serving.address, "/n");
  const { page } = open;
  await page.getByText("No notebooks yet").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await notebookOf("From elsewhere", ["1"]);
  await page.getByRole("link", { name: "From elsewhere" }).waitFor();
  await page.getByText("TypeScript · 1 cell").waitFor();
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

test("[WB61] cells are edited with indentation, saved on blur, added and removed", async () => {
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

test("[WB61] a conflict shows both texts and a choice", async () => {
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

test("[WB67] cells are moved with keys and buttons, and keep the focus", async () => {
  const id = await notebookOf("Moving", ["1", "2", "3"]);
  const order = async () =>
    (await call<{ notebook: { cells: { content: string }[] } }>("GET", `/notebooks/${id}`)).notebook.cells
      .map(({ content }) => content)
      .join("");
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await editorOf(page, 1).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(order).toBe("231");
  await expect.poll(focused).toBe("Cell 3, cell-1.ts");
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(order).toBe("213");
  await expect.poll(focused).toBe("Cell 2, cell-1.ts");
  const up = cellAt(page, 3).getByRole("button", { name: "Move cell-3.ts up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect.poll(order).toBe("231");
  await expect.poll(focused).toBe("Move cell-3.ts up");
  await page.keyboard.press("Enter");
  await expect.poll(order).toBe("321");
  // At the top the button is disabled, so the cell takes the focus.
  await expect.poll(focused).toBe("Cell 1, cell-3.ts");
  expect(await cellAt(page, 1).getByRole("button", { name: "Move cell-3.ts up" }).isDisabled()).toBe(true);
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("move the cell up").waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB67] a cell and the notebook are renamed, and a rejected name stays in the field", async () => {
  const id = await notebookOf("Naming", ["1", "2"]);
  const read = async () => {
    const { notebook } = await call<{ notebook: { title: string; cells: { filename: string }[] } }>(
      "GET",
      `/notebooks/${id}`,
    );
    return [notebook.title, ...notebook.cells.map(({ filename }) => filename)];
  };
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  await editorOf(page, 1).fill("1 + 1");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  const name = page.getByRole("textbox", { name: "New name of cell-1.ts" });
  await name.fill("a/b.ts");
  await page.keyboard.press("Enter");
  await page.getByText("has a folder in it").waitFor();
  await name.fill("cell-2.ts");
  await page.keyboard.press("Enter");
  await page.getByText("Another cell is called cell-2.ts").waitFor();
  await expect.poll(read).toEqual(["Naming", "cell-2-2.ts", "cell-2.ts"]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Cell 1, cell-2-2.ts");
  await cellAt(page, 2).getByRole("button", { name: "Rename cell-2.ts" }).click();
  await page.getByRole("textbox", { name: "New name of cell-2.ts" }).fill("never.ts");
  await page.keyboard.press("Escape");
  await page.keyboard.press("N");
  const title = page.getByRole("textbox", { name: "New title" });
  await title.fill("Names & titles");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Names & titles", level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe("Names & titles · Clew");
  expect(await read()).toEqual(["Names & titles", "cell-2-2.ts", "cell-2.ts"]);
});

test("[WB67] a rename conflict is reported, and the typed name is kept", async () => {
  const id = await notebookOf("Both", ["1"]);
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  const conflict = page.getByText("Someone else changed this in the meantime.");
  await page.getByRole("button", { name: "Rename notebook" }).click();
  const title = page.getByRole("textbox", { name: "New title" });
  await title.fill("Mine");
  expect(await accessibilityFaults(page)).toEqual([]);
  await call("PATCH", `/notebooks/${id}`, { title: "Theirs" });
  await title.press("Enter");
  await conflict.waitFor();
  expect(await title.inputValue()).toBe("Mine");
  await expect.poll(() => page.title()).toBe("Theirs · Clew");
  await title.press("Enter");
  await page.getByRole("heading", { name: "Mine", level: 1 }).waitFor();
  await conflict.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Rename cell-1.ts" }).click();
  const name = page.getByRole("textbox", { name: "New name of cell-1.ts" });
  await name.fill("mine.ts");
  await call("PATCH", `/notebooks/${id}/cells/cell-1`, { content: "2" });
  await expect.poll(() => editorOf(page, 1).last().inputValue()).toBe("2");
  await name.press("Enter");
  await conflict.waitFor();
  await name.press("Enter");
  await page.getByRole("button", { name: "Rename mine.ts" }).waitFor();
});

test("[WB67] text typed into a cell that someone else moves or renames is saved without a conflict", async () => {
  const id = await notebookOf("Elsewhere", ["1", "2"]);
  await using open = await openPage(browser, serving.address, `/n/${id}`);
  const { page } = open;
  await editorOf(page, 1).fill("mine");
  await call("PATCH", `/notebooks/${id}/cells/cell-1`, { position: 2, filename: "moved.ts" });
  const cell = page.getByRole("region", { name: "Cell 2, moved.ts" });
  await cell.waitFor();
  await cell.getByRole("textbox").press("Control+s");
  await cell.getByText("not saved").waitFor({ state: "detached" });
  expect(await page.getByRole("alert").count()).toBe(0);
  const { notebook } = await call<{ notebook: { cells: { content: string }[] } }>("GET", `/notebooks/${id}`);
  expect(notebook.cells.map(({ content }) => content)).toEqual(["2", "mine"]);
});

test("[WB62] output appears during a run, runs can be interrupted, and stale cells are marked and run again", async () => {
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
    .getByText(/^interrupted after/)
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
  await page.getByText("All variables are cleared.").waitFor();
  await cellAt(page, 3).getByText("stale").waitFor();
  expect(open.faults).toEqual([]);
});

test("[WB63] [WB64] outputs cannot reach the page or the network, and the sandbox layers are shown", async () => {
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
  await page.getByRole("button", { name: "Show source" }).click();
  await page.getByText("parent.document.title").first().waitFor();
  await page.getByRole("button", { name: "Show HTML", exact: true }).click();
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
  expect(requested).toEqual([]);
  await page.getByText("sandbox layers").first().click();
  await page.getByText("No network access.").waitFor();
  for (const theme of ["light", "dark"] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      expect([theme, width, await accessibilityFaults(page)]).toEqual([theme, width, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
});
