import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startAgent } from "./agent.ts";
import { fillLedger, plainSessions, type TestSession } from "./fill-ledger.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Starts a server on a ledger with these sessions. */
async function serve(sessions: readonly TestSession[]) {
  const folder = temporaryFolder();
  const ids = await fillLedger(folder.path, sessions);
  const serving = await startServe({ home: folder.path });
  return {
    ids,
    home: folder.path,
    address: serving.address,
    async [Symbol.asyncDispose]() {
      await serving.kill();
      folder[Symbol.dispose]();
    },
  };
}

test("[WB7] sessions of another process appear without moving visible rows", async () => {
  await using server = await serve(plainSessions(20).map((one) => ({ ...one, unfinished: true })));
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await expect.poll(() => page.locator(".connection").textContent()).toBe("Live");
  const titles = () => page.locator(".session-title").allTextContents();
  await expect.poll(async () => (await titles()).slice(0, 2)).toEqual(["Session 20", "Session 19"]);
  const before = await titles();
  const row = page.locator(".session").nth(5);
  const position = await row.boundingBox();

  await using agent = await startAgent({ home: server.home });
  await agent.think(server.ids[10]!, "A second thought, from elsewhere.");
  await page.getByText("A second thought, from elsewhere.").waitFor();
  await agent.start("Brand new", "From another process.");
  await page.getByRole("button", { name: "1 new" }).waitFor();
  await agent.start("Newer still", "From another process.");
  await page.getByRole("button", { name: "2 new" }).waitFor();
  expect(await titles()).toEqual(before);
  expect(await row.boundingBox()).toEqual(position);

  await page.keyboard.press(".");
  await expect
    .poll(async () => (await titles()).slice(0, 4))
    .toEqual(["Newer still", "Brand new", "Session 11", "Session 20"]);
  expect(await page.getByRole("button", { name: /new$/ }).count()).toBe(0);
  expect(open.faults).toEqual([]);
});

test("[WB7] a session that no longer matches the filter stays and changes in place", async () => {
  await using server = await serve(plainSessions(3).map((one) => ({ ...one, unfinished: true })));
  await using open = await openPage(browser, server.address, "/?state=active");
  const { page } = open;
  await expect.poll(() => page.locator(".connection").textContent()).toBe("Live");
  await page.getByText("3 sessions match, 3 active now").waitFor();
  await using agent = await startAgent({ home: server.home });
  await agent.think(server.ids[1]!, "That settles it.", { nextThoughtNeeded: false });
  await page.getByText("That settles it.").waitFor();
  await page.getByText("3 sessions match, 2 active now").waitFor();
  expect(await page.locator(".session-title").allTextContents()).toEqual([
    "Session 3",
    "Session 2",
    "Session 1",
  ]);
});

test("[WB7, WB45] a row has two lines: title, state and time; last words and facts", async () => {
  await using server = await serve([
    { title: "Done", project: "shop", tags: ["bug"], thoughts: ["One.", "Two."], source: "gateway" },
    { title: "Open", thoughts: ["More to come."], unfinished: true },
  ]);
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await page.getByText("2 sessions, 1 active now").waitFor();
  await page.getByRole("heading", { level: 2, name: "Today" }).waitFor();
  const done = page.locator(".session", { hasText: "Done" });
  for (const text of ["shop", "bug", "via gateway", "2 thoughts", "Two.", "complete"])
    expect(await done.textContent()).toContain(text);
  expect(await done.locator("time").getAttribute("title")).toMatch(/20\d\d/);
  expect(await page.locator(".session", { hasText: "Open" }).locator(".state").textContent()).toBe("active");
  expect((await done.boundingBox())!.height).toBeLessThanOrEqual(66);
  await page.getByLabel("State").selectOption({ label: "complete (1)" });
  await page.waitForURL("**/?state=complete");
  await page.getByText("1 session matches").waitFor();
});

test("[WB7, WB46] a row shows the newest decision or outcome in one line that ends at a word", async () => {
  const reason = "because it commits jobs together with their rows and needs no other server at night";
  await using server = await serve([
    {
      title: "Queue",
      thoughts: ["Which queue?", `Decision: take **the database**, ${reason}.`, "More to do."],
    },
    { title: "Chat", thoughts: ["Just words."] },
  ]);
  for (const width of [1440, 390]) {
    await using open = await openPage(browser, server.address, "/", { width });
    const { page } = open;
    const words = page.locator(".session", { hasText: "Queue" }).locator(".last-words");
    await words.getByText("Decided").waitFor();
    const text = (await words.locator(".one-line").textContent())!;
    expect(`Take the database, ${reason}.`.startsWith(text.replace("…", ""))).toBe(true);
    expect(text).toMatch(/(night\.|\w…)$/);
    expect(
      await words.locator(".one-line").evaluate((line) => line.scrollWidth - line.clientWidth),
    ).toBeLessThan(2);
    expect(await page.locator(".session", { hasText: "Chat" }).textContent()).toContain("Just words.");
    expect((await page.locator(".session").first().boundingBox())!.height).toBeLessThanOrEqual(66);
  }
});

test("[WB16] selected sessions are archived, restored and tagged, and each change can be undone", async () => {
  await using server = await serve(plainSessions(4));
  await using open = await openPage(browser, server.address);
  const { page } = open;
  const titles = () => page.locator(".session-title").allTextContents();
  await page.getByText("4 sessions").waitFor();
  const pick = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` }).click();
  await pick("Session 4");
  await pick("Session 2");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByLabel("Add tags, separated by commas").fill("night, shop");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByText("Changed the tags of 2 sessions.").waitFor();
  await expect.poll(() => page.getByRole("link", { name: "night" }).count()).toBe(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.getByRole("link", { name: "night" }).count()).toBe(0);

  await page.keyboard.press("e");
  await page.getByText("Archived 2 sessions.").waitFor();
  await expect.poll(titles).toEqual(["Session 3", "Session 1"]);
  await page.getByText("sessions selected").waitFor({ state: "detached" });
  await page.getByLabel("State").selectOption("archived");
  await expect.poll(async () => (await titles()).toSorted()).toEqual(["Session 2", "Session 4"]);
  await pick("Session 2");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect.poll(titles).toEqual(["Session 4"]);
  await page.keyboard.press("z");
  await expect.poll(async () => (await titles()).toSorted()).toEqual(["Session 2", "Session 4"]);
  expect(open.faults).toEqual([]);
});

test("[WB16] on a phone a button shows the checkboxes", async () => {
  await using server = await serve(plainSessions(2));
  await using open = await openPage(browser, server.address, "/", { width: 390 });
  const { page } = open;
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select Session 1" }).click();
  await page.getByText("1 session selected").waitFor();
  await page.getByRole("button", { name: "Select all 2" }).click();
  await page.getByText("2 sessions selected").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.locator(".session-check").first().waitFor({ state: "hidden" });
});

test("[WB16] sessions are selected with keys and exported together", async () => {
  await using server = await serve(plainSessions(4));
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await page.getByText("4 sessions").waitFor();
  await page.keyboard.press("j");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Session 4");
  await page.keyboard.press("x");
  await page.getByText("1 session selected").waitFor();
  await page.getByRole("checkbox", { name: "Select Session 2" }).click({ modifiers: ["Shift"] });
  await page.getByText("3 sessions selected").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as Markdown" }).click(),
  ]);
  const text = readFileSync(await download.path(), "utf8");
  expect([1, 2, 3, 4].filter((number) => text.includes(`# Session ${number}\n`))).toEqual([2, 3, 4]);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByText("sessions selected").waitFor({ state: "detached" });
});

test("[WB7] more sessions are loaded near the end of the list, each once", async () => {
  await using server = await serve(plainSessions(120));
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await page.getByText("50+ sessions").waitFor();
  const last = page.getByRole("link", { name: "Session 1", exact: true });
  await expect
    .poll(
      async () => {
        await page.keyboard.press("End");
        return last.count();
      },
      { timeout: 45_000 },
    )
    .toBe(1);
  expect(new Set(await page.locator(".session-title").allTextContents()).size).toBe(120);
  await page.getByText("120 sessions").waitFor();
});

test("[WB8] filters are in the address, and their options have counts", async () => {
  await using server = await serve([
    { title: "Leak in the shop", project: "shop", tags: ["bug"], thoughts: ["a"], source: "gateway" },
    { title: "Leak in the kitchen", project: "home", tags: ["bug"], thoughts: ["b"], unfinished: true },
    { title: "Choosing paint", project: "home", tags: ["taste"], thoughts: ["c"] },
  ]);
  await using open = await openPage(browser, server.address, "/?tag=bug");
  const { page } = open;
  const titles = () => page.locator(".session-title").allTextContents();
  await page.getByText("2 sessions match").waitFor();
  await page.getByLabel("Project").selectOption({ label: "home (2)" });
  await expect.poll(titles).toEqual(["Leak in the kitchen"]);
  expect(page.url()).toContain("/?project=home&tag=bug");
  await page.getByRole("link", { name: "Clear" }).click();
  await expect.poll(async () => (await titles()).length).toBe(3);
  await page.getByLabel("Source").selectOption("gateway");
  await expect.poll(titles).toEqual(["Leak in the shop"]);
  await page.getByLabel("Source").selectOption("");
  await page.getByLabel("State").selectOption("active");
  await expect.poll(titles).toEqual(["Leak in the kitchen"]);
  await page.getByRole("button", { name: "Save this filter" }).click();
  await page.getByLabel("State").selectOption("");
  await expect.poll(async () => (await titles()).length).toBe(3);
  await page.getByRole("link", { name: "active", exact: true }).click();
  await expect.poll(titles).toEqual(["Leak in the kitchen"]);
  await page.getByRole("button", { name: "Remove the saved filter active" }).click();
  await page.getByLabel("State").selectOption("");
  await expect.poll(async () => (await titles()).length).toBe(3);
  await page.getByPlaceholder("Filter by text").fill("paint");
  await expect.poll(titles).toEqual(["Choosing paint"]);
  await page.getByPlaceholder("Filter by text").fill("nothing like it");
  await page.getByText("No session matches text “nothing like it”.").waitFor();
  await page.getByRole("link", { name: "Clear the filter" }).click();
  await expect.poll(async () => (await titles()).length).toBe(3);
});

test("[WB8] a text filter also finds thoughts, and shows them with matches marked", async () => {
  await using server = await serve([
    { title: "Slow start", thoughts: ["The turbine <b>hums</b>.", "It is the cache."] },
    { title: "Turbine log", thoughts: ["Nothing yet."] },
    { title: "Paint", thoughts: ["Blue."] },
  ]);
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await page.getByPlaceholder("Filter by text").fill("hum");
  await page.getByText("1 session matches").waitFor();
  await page.getByPlaceholder("Filter by text").fill("turbines");
  await page.getByText("2 sessions match").waitFor();
  const row = page.locator(".session", { hasText: "Slow start" });
  expect(await row.locator(".last-words").textContent()).toBe("Thought 1 The turbine <b>hums</b>.");
  expect(await row.locator("mark").allTextContents()).toEqual(["turbine"]);
  expect(await page.locator(".session", { hasText: "Turbine log" }).textContent()).toContain("Nothing yet.");
  expect(await accessibilityFaults(page)).toEqual([]);
  await row.getByRole("link", { name: "Thought 1" }).click();
  await page.waitForURL(`**/s/${server.ids[0]}?thought=1`);
  expect(open.faults).toEqual([]);
});

test("[WB8] a tag of a session links to sessions with the same tag", async () => {
  await using server = await serve([
    { title: "One", tags: ["bug"], thoughts: ["a"] },
    { title: "Two", tags: ["other"], thoughts: ["b"] },
  ]);
  await using open = await openPage(browser, server.address);
  await open.page.getByRole("link", { name: "bug" }).click();
  await open.page.getByText("1 session matches").waitFor();
});

test("[WB9] an empty ledger shows how to connect a client, with commands that work and can be copied", async () => {
  await using server = await serve([]);
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await page.getByRole("heading", { name: "No sessions yet" }).waitFor();
  for (const name of ["Claude Code", "Cursor", "Codex", "Plain HTTP"])
    await page.getByRole("heading", { name, exact: true }).waitFor();
  await page.getByText("Waiting for the first thought.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Copy the first prompt" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("`thoughtbox`");
  await page.getByRole("button", { name: "Copy the command for Claude Code" }).click();
  await page.getByText("Copied the command for Claude Code.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `claude mcp add --transport http clew ${server.address}/mcp`,
  );
  const command = (await page.locator(".way", { hasText: "Plain HTTP" }).locator("code").textContent())!;
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name, value]) => [name!, value!] as const,
  );
  const answer = await fetch(/curl (\S+)/.exec(command)![1]!, {
    method: "POST",
    headers: Object.fromEntries(headers),
    body: /-d '(.*)'$/s.exec(command)![1]!,
  });
  expect(answer.status).toBe(200);
  await page.getByRole("link", { name: "What is known?" }).waitFor();
});

test("[WB9] a button loads the example", async () => {
  await using server = await serve([]);
  await using open = await openPage(browser, server.address);
  const { page } = open;
  await page.getByRole("button", { name: "Load example" }).click();
  await page.waitForURL("**/s/*");
  await page.goBack();
  await page.locator(".session").first().waitFor();
});

test("[WB15] a loading error is shown and can be retried", async () => {
  await using server = await serve(plainSessions(1));
  await using open = await openPage(browser, server.address, "/search");
  const { page } = open;
  await page.route("**/api/sessions?*", (route) =>
    route.fulfill({ status: 503, json: { error: { code: "STORE_BUSY", message: "The ledger is busy." } } }),
  );
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await page.getByText("The ledger is busy.").waitFor();
  await page.unroute("**/api/sessions?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Session 1", { exact: true }).waitFor();
});

test("[WB15] failed loads are retried when the server is back", async () => {
  await using server = await serve(plainSessions(1));
  await using open = await openPage(browser, server.address, "/nowhere");
  const { page } = open;
  await page.route("**/api/**", (route) => route.abort());
  await page.goto("/");
  await page.getByText("The server is not reachable.").waitFor();
  await page.unroute("**/api/**");
  await page.getByText("Session 1", { exact: true }).waitFor();
  await page.getByLabel("Source").getByText("thoughtbox (1)").waitFor({ state: "attached" });
  expect(await page.getByText("The server is not reachable.").count()).toBe(0);
});

test("[WB15] a skeleton is shown while the list loads", async () => {
  await using server = await serve(plainSessions(1));
  await using open = await openPage(browser, server.address, "/search");
  const { page } = open;
  const release = Promise.withResolvers<void>();
  await page.route("**/api/sessions?*", async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await page.getByText("Loading sessions…").waitFor({ state: "attached" });
  release.resolve();
  await page.getByText("Session 1", { exact: true }).waitFor();
  expect(await page.getByText("Loading sessions…").count()).toBe(0);
});
