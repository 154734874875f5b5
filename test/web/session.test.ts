import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillChat, fillExample } from "./fill-session.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let example: string;
let chat: string;

beforeAll(async () => {
  folder = temporaryFolder();
  example = await fillExample(folder.path);
  chat = await fillChat(folder.path);
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

const open = (path = "", look = {}) => openPage(browser, serving.address, `/s/${example}${path}`, look);
const row = (page: Page, seq: number) => page.locator(`#thought-${seq}`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const panel = (page: Page) => page.getByRole("complementary", { name: "Selected thought" });

describe("the outline", () => {
  test("[WB31] the outline is a tree with levels, positions and one tab stop", async () => {
    await using opened = await open();
    const { page } = opened;
    const tree = page.getByRole("tree", { name: "Thoughts" });
    await row(page, 1).getByText("40 MB an hour").waitFor();
    await page.getByRole("heading", { level: 1, name: /orders service/ }).waitFor();
    const first = row(page, 1);
    for (const text of ["1", "90%", "thoughtbox"]) expect(await first.textContent()).toContain(text);
    expect(await first.locator("time").getAttribute("title")).toMatch(/20\d\d/);
    const named = page.getByRole("treeitem", {
      name: /^Thought 1 by example confidence 90% thoughtbox .* The orders service/,
    });
    expect(await named.count()).toBe(1);
    const facts = (item: string) =>
      tree
        .locator(item)
        .evaluate((element) => [
          element.getAttribute("aria-level"),
          element.getAttribute("aria-posinset"),
          element.getAttribute("aria-setsize"),
        ]);
    expect(await facts("#thought-1")).toEqual(["1", "1", "10"]);
    await page.keyboard.press("End");
    await row(page, 14).waitFor();
    expect(await facts("#thought-14")).toEqual(["1", "10", "10"]);
    expect(await row(page, 14).getByText("end", { exact: true }).count()).toBe(1);
    expect(await tree.locator('[role=treeitem][tabindex="0"]').count()).toBe(1);
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });

  test("[WB32] every lane has a line, and kinds of thoughts have shapes", async () => {
    await using opened = await open("?thought=4");
    const { page } = opened;
    await row(page, 4).waitFor();
    // A bend to each of the two branches that fork here.
    expect(await row(page, 4).locator("svg.gutter > g path").count()).toBe(2);
    await row(page, 5).waitFor();
    expect(await row(page, 5).locator("svg.gutter > line").count()).toBe(3);
    expect(await row(page, 4).locator("svg.gutter").getAttribute("aria-hidden")).toBe("true");
  });

  test("[WB33] a branch folds and unfolds, and a link into it unfolds it", async () => {
    await using opened = await open("?thought=5");
    const { page } = opened;
    const heading = page.getByRole("treeitem", { name: /^Branch price-cache \w+ from 4/ });
    await heading.waitFor();
    await heading.click();
    await heading.getByText("3 thoughts folded").waitFor();
    expect(await heading.getAttribute("aria-expanded")).toBe("false");
    await row(page, 6).waitFor({ state: "detached" });
    await page.keyboard.press("j");
    expect(await focused(page)).toBe("thought-8");
    // Enough thoughts follow to fill the screen.
    await page.goto(`/s/${example}?thought=8`);
    await row(page, 8).locator("strong", { hasText: "once a minute" }).waitFor();
    const below = await page.evaluate(
      () => document.querySelector<HTMLElement>(".header")!.offsetHeight + 16,
    );
    // Scroll positions are whole pixels, heights are not.
    await expect.poll(async () => Math.abs((await row(page, 8).boundingBox())!.y - below)).toBeLessThan(2);
  });

  test("[WB33] folds are in the address: links restore them, and back and forward step through them", async () => {
    await using opened = await open("?thought=2");
    const { page } = opened;
    const branch = (name: string) => page.getByRole("treeitem", { name: `Branch ${name}` }).first();
    await branch("price-cache").click();
    await page.waitForURL("**?thought=2&fold=5");
    await row(page, 5).waitFor({ state: "detached" });
    await page.goBack();
    await row(page, 5).waitFor();
    await page.goForward();
    await row(page, 5).waitFor({ state: "detached" });
    await page.reload();
    await branch("price-cache").getByText("3 thoughts folded").waitFor();
    expect(await row(page, 5).count()).toBe(0);
    await page.goto(`/s/${example}?thought=5&fold=5`);
    await branch("price-cache").getByText("3 thoughts folded").waitFor();
    // A link into the branch unfolds it.
    await page.goto(`/s/${example}?thought=4&fold=5&panel=thought`);
    await page
      .locator(".thought-panel")
      .getByRole("link", { name: /price-cache/ })
      .click();
    await row(page, 5).waitFor();
    await page.waitForURL((url) => !url.search.includes("fold"));
    expect(opened.faults).toEqual([]);
  });

  test("[WB34] a revision with another text is shown as text; its critique opens", async () => {
    await using opened = await open("?thought=11");
    const { page } = opened;
    const revision = row(page, 11);
    await revision.locator("strong", { hasText: "8 MB an hour are missing" }).waitFor();
    expect(await revision.locator("del, ins").count()).toBe(0);
    await row(page, 9).getByText("Critique by example").click();
    await row(page, 9).getByText("The arithmetic fits").waitFor();
  });

  test("[WB34, WB44, WB47] speakers, questions, JSON answers, code and small revisions are readable", async () => {
    await using opened = await openPage(browser, serving.address, `/s/${chat}`);
    const { page } = opened;
    await row(page, 1).getByText("You", { exact: true }).waitFor();
    await row(page, 2).getByText("tool: search").waitFor();
    await row(page, 3).getByText("claude-sonnet-5-5").waitFor();
    await row(page, 3).locator("strong", { hasText: "cold" }).waitFor();
    expect(await row(page, 3).locator(".code-word").first().textContent()).toBe("const");
    expect(await row(page, 3).textContent()).not.toContain("{");
    await row(page, 4).getByText("You asked").waitFor();
    await row(page, 5).locator("ins", { hasText: "the job" }).waitFor();
    await row(page, 5).getByRole("button", { name: "Show as text" }).click();
    await row(page, 5).locator("ins").first().waitFor({ state: "detached" });
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(opened.faults).toEqual([]);
  });
});

describe("selection in three views", () => {
  test("[WB38] the selection is in the address, and back and forward step through it", async () => {
    await using opened = await open();
    const { page } = opened;
    await row(page, 2).click();
    await page.waitForURL("**?thought=2&panel=thought");
    await panel(page).getByRole("heading", { name: "Thought 2" }).waitFor();
    await page.getByRole("link", { name: "Graph" }).click();
    await page.waitForURL("**?view=graph&thought=2&panel=thought");
    await page.getByText("Thought 2: What grows in a straight line").waitFor();
    await page.keyboard.press("j");
    await panel(page).getByRole("heading", { name: "Thought 3" }).waitFor();
    await page.keyboard.press("t");
    await page.waitForURL("**?view=timeline&thought=3&panel=thought");
    await page.getByRole("slider", { name: "Moment" }).waitFor();
    expect(await row(page, 3).getAttribute("aria-selected")).toBe("true");
    await page.goBack();
    await page.waitForURL("**?view=graph&thought=3&panel=thought");
    await page.goBack();
    await page.goBack();
    await page.waitForURL(`**/s/${example}`);
    await page.getByRole("complementary", { name: "Brief" }).waitFor();
    await page.goForward();
    await panel(page).getByRole("heading", { name: "Thought 2" }).waitFor();
    expect(opened.faults).toEqual([]);
  });

  test("[WB38] keys move along branches and forks, fold, open the panel and switch views", async () => {
    await using opened = await open();
    const { page } = opened;
    await row(page, 1).waitFor();
    const press = async (keys: string, at: string) => {
      for (const key of keys.split(" ")) await page.keyboard.press(key);
      await expect.poll(() => focused(page), { message: keys }).toBe(at);
    };
    await press("j", "thought-1");
    await press("j j j", "thought-4");
    await press("ArrowDown", "heading-5");
    await press("ArrowRight", "thought-5");
    await press("]", "thought-8");
    await press("]", "thought-11");
    await press("[", "thought-8");
    await press("n", "thought-9");
    await press("p", "thought-8");
    await press("n n", "thought-10");
    await press("f", "thought-4");
    await press("j ArrowLeft", "heading-5");
    await press("ArrowLeft", "heading-5");
    expect(await page.locator("#heading-5").getAttribute("aria-expanded")).toBe("false");
    await press("Enter k", "thought-4");
    expect(await page.locator("#heading-5").getAttribute("aria-expanded")).toBe("true");
    await press("End", "thought-14");
    await press("Home", "thought-1");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Thought 1");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("thought-1");
    expect(await panel(page).count()).toBe(0);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Thought 1");
    await press("Tab j", "thought-2");
    await panel(page).getByRole("heading", { name: "Thought 2" }).waitFor();
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    for (const [key, view] of [
      ["g", "graph"],
      ["t", "timeline"],
    ]) {
      await page.keyboard.press(key!);
      await page.waitForURL(`**?view=${view}&thought=2`);
    }
    await page.keyboard.press("o");
    await page.waitForURL("**?thought=2");
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const does of [
      "next branch of the fork",
      "graph",
      "timeline",
      "compare branches",
      "write a note to the agent",
      "next thought of the branch",
    ])
      await list.getByText(does, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    await page.keyboard.press("b");
    await page.waitForURL("**/compare?*");
  });

  test("[WB37] the panel shows all details of a thought, copies its link and citation, and ends with the JSON record", async () => {
    await using opened = await open("?thought=4&panel=thought");
    const { page } = opened;
    const details = panel(page);
    await details.getByRole("link", { name: "price-cache" }).waitFor();
    for (const text of ["main", "70%", "thought 3", "queue-reconnect", "via thoughtbox by example"])
      expect(await details.textContent()).toContain(text);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await details.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(copied).toBe(`${serving.address}/s/${example}?thought=4`);
    await details.getByRole("button", { name: "Copy citation" }).click();
    await expect
      .poll(copied)
      .toMatch(
        new RegExp(`^\\[${example}#4\\] "The changes of 4\\.12 .*…" \\(thoughtbox, 20\\d\\d-[^)]+Z\\)$`),
      );
    await details.getByText("JSON record").click();
    await details.getByText('"seq": 4').waitFor();
    expect(await details.locator("article > :last-child").getAttribute("class")).toBe("raw");
    await details.getByRole("link", { name: "queue-reconnect" }).click();
    await page.waitForURL("**?thought=8&panel=thought");
    await expect.poll(() => row(page, 8).isVisible()).toBe(true);
    await page.goto(`/s/${example}?thought=3&panel=thought`);
    await details.getByRole("link", { name: "thought 5" }).waitFor();
  });

  test("[WB37] on a small screen the panel is a sheet at the bottom", async () => {
    await using opened = await open("", { width: 360, height: 780 });
    const { page } = opened;
    await row(page, 1).getByText("40 MB an hour").waitFor();
    expect(await page.getByRole("complementary", { name: "Brief" }).count()).toBe(1);
    await row(page, 1).click();
    const { x, y, width, height } = (await panel(page).boundingBox())!;
    expect([x, width, y + height]).toEqual([0, 360, 780]);
    expect(y).toBeGreaterThan(200);
    await panel(page).getByRole("button", { name: "Close the panel" }).click();
    await panel(page).waitFor({ state: "detached" });
  });
});

describe("the graph", () => {
  test("[WB35] a click selects a thought, and the graph can be zoomed", async () => {
    await using opened = await open("?view=graph");
    const { page } = opened;
    const graph = page.getByRole("img", { name: "Graph of 14 thoughts in 3 branches" });
    await graph.locator("canvas").first().waitFor();
    const box = (await graph.boundingBox())!;
    // The first thought is at 70, 40, and rows are 34 pixels apart.
    await page.mouse.click(box.x + 70, box.y + 40 + 2 * 34);
    await page.waitForURL("**?view=graph&thought=3&panel=thought");
    await page.getByText("Thought 3: Heap or not?").waitFor();
    for (const kind of ["thought", "fork", "critique", "revision", "end"])
      await page.getByRole("list", { name: "Legend" }).getByText(kind, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Fit" }).click();
    await page.mouse.wheel(0, -300);
    expect(opened.faults).toEqual([]);
  });

  test("[WB35] without WebGL a message offers the outline", async () => {
    await using opened = await openPage(browser, serving.address, "/models");
    const { page } = opened;
    await page.addInitScript(() => {
      const getContext = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (
        this: HTMLCanvasElement,
        kind: string,
        ...rest: never[]
      ) {
        return kind.startsWith("webgl") ? null : getContext.call(this, kind as "2d", ...rest);
      } as typeof getContext;
    });
    await page.goto(`/s/${example}?view=graph&thought=2`);
    await page.getByText("The graph is not available.").waitFor();
    await page.getByRole("alert").getByRole("link", { name: "outline" }).click();
    await page.waitForURL("**?thought=2");
    await row(page, 2).waitFor();
  });
});

describe("the timeline", () => {
  test("[WB36] the timeline shows the session at a moment, steps by key, and the moment is in the address", async () => {
    await using opened = await open("?view=timeline");
    const { page } = opened;
    await page.getByText("Now: 14 thoughts").waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.getByText(/^13 of 14 thoughts/).waitFor();
    await row(page, 14).waitFor({ state: "detached" });
    await page.waitForURL(/[?&]at=\d+/);
    const slider = page.getByRole("slider", { name: "Moment" });
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText(/^12 of 14 thoughts/).waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^12 of 14 thoughts, /);
    await slider.fill(await slider.getAttribute("min").then(String));
    await page.getByText(/^1 of 14 thoughts/).waitFor();
    await page.waitForFunction(() => {
      const { min } = document.querySelector<HTMLInputElement>("input[type=range]")!;
      return new URLSearchParams(location.search).get("at") === min;
    });
    await page.getByRole("link", { name: "Graph" }).click();
    await page.getByText("1 of 14 thoughts").waitFor();
    await page.reload();
    await page.getByText("1 of 14 thoughts").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForURL(`**/s/${example}?view=graph`);
  });

  test("[WB36] playback runs from start to end at the chosen speed and can be paused", async () => {
    await using opened = await open("?view=timeline");
    const { page } = opened;
    await page.getByText("Now: 14 thoughts").waitFor();
    await page.getByLabel("Speed").selectOption("0.5");
    await page.getByLabel("Speed").blur();
    await page.keyboard.press(" ");
    await page.getByText(/^([2-9]|1[0-3]) of 14 thoughts/).waitFor();
    await page.keyboard.press(" ");
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.getByText(/^([2-9]|1[0-3]) of 14 thoughts/).waitFor();
    await page.getByLabel("Speed").selectOption("8");
    await page.getByRole("button", { name: "Play" }).click();
    await page.getByText("Now: 14 thoughts").waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    expect(opened.faults).toEqual([]);
  });
});

describe("statistics and export", () => {
  test("[WB48] a session opens on its brief, each line a link, and branches show how they ended", async () => {
    await using opened = await open();
    const { page } = opened;
    const brief = page.getByRole("complementary", { name: "Brief" });
    await brief.getByRole("heading", { name: "Goal" }).waitFor();
    for (const folded of await brief.getByText(/^\d+ inferred from the text$/).all()) await folded.click();
    await brief.getByRole("link", { name: /Both branches are in/ }).waitFor();
    // Views that are named in bold do not move their neighbours.
    const graph = page.getByRole("link", { name: "Graph", exact: true });
    const [at, here] = [await graph.boundingBox(), page.url()];
    await graph.click();
    await page.waitForURL("**?view=graph");
    expect((await graph.boundingBox())?.x).toBe(at?.x);
    await page.goto(here);
    await brief.getByRole("link", { name: /The price cache: it is bounded/ }).click();
    await page.waitForURL("**?thought=7");
    await row(page, 7).waitFor();
    expect(await page.locator("#heading-5 .fate").textContent()).toMatch(/^(won|dropped|open)$/);
    await page.getByRole("link", { name: "Compare branches" }).click();
    await page.waitForURL(`**/compare?a=${example}%2Fprice-cache&b=${example}%2Fqueue-reconnect`);
  });

  test("[WB39] statistics are a tab with definitions, and charts have a summary in words", async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByRole("navigation", { name: "Panel" }).getByRole("link", { name: "Statistics" }).click();
    await page.waitForURL("**?panel=statistics");
    const statistics = page.getByRole("complementary", { name: "Statistics" });
    await statistics.getByText("Revision rate").click();
    await statistics.getByText("Revisions divided by all thoughts").waitFor();
    for (const text of ["7%", "0 to 14", "7% of all thoughts at the end", "price-cache"])
      await statistics.getByText(text).first().waitFor();
    await expect.poll(() => statistics.locator("figure canvas").count()).toBe(2);
    expect(opened.faults).toEqual([]);
  });

  test("[WB42] a session is saved in every format", async () => {
    await using opened = await open();
    const { page } = opened;
    await row(page, 1).waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog", { name: "Share session" });
    for (const [name, extension] of [
      ["Page", "html"],
      ["Markdown", "md"],
      ["JSON", "json"],
      ["Mermaid", "mmd"],
      ["SVG", "svg"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        dialog.getByRole("button", { name, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${example}.${extension}`);
    }
    await dialog.getByRole("button", { name: "Copy the link" }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${serving.address}/s/${example}`);
  });
});
