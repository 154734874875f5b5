import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { startAgent } from "./agent.ts";
import { fillLedger, plainSessions } from "./fill-ledger.ts";
import { accessibilityFaults, launchBrowser, openPage, searchField } from "./support.ts";

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;

beforeAll(async () => {
  folder = temporaryFolder();
  await fillLedger(folder.path, [
    ...plainSessions(70),
    {
      title: "Why is the cache cold?",
      tags: ["bug"],
      thoughts: ["The cache is cold.", "**Warm** it."],
      unfinished: true,
    },
  ]);
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

describe("policy and size", () => {
  test("[WB3] it requests nothing from other hosts and does not violate its policy", async () => {
    await using open = await openPage(browser, serving.address);
    const { page, faults, foreign } = open;
    await page.locator(".session").first().waitFor();
    await page.keyboard.press("Control+k");
    await searchField(page).fill("cold");
    await page.locator(".context-thought .markdown").waitFor();
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("[WB3] the policy blocks markup from text and requests to other hosts", async () => {
    await using open = await openPage(browser, serving.address);
    const { page } = open;
    const outcome = await page.evaluate(() => {
      try {
        document.body.innerHTML = "<b>text</b>";
        return "markup";
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcome).toBe("TypeError");
    const elsewhere = await page.evaluate(() =>
      fetch("https://elsewhere.invalid/").then(
        () => "sent",
        () => "blocked",
      ),
    );
    expect(elsewhere).toBe("blocked");
    expect(open.faults.some((fault) => /connect-src|Content Security Policy/.test(fault))).toBe(true);
  });

  test("[WB4] the first load is small and contains no other views", async () => {
    await using open = await openPage(browser, serving.address);
    const { page } = open;
    await page.locator(".session").first().waitFor();
    const files = await page.evaluate(() =>
      [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name }) => !new URL(name).pathname.startsWith("/api/"))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(60_000);
    expect(files.filter(({ name }) => /markdown|search|not-found/.test(name))).toEqual([]);
  });
});

describe("navigation", () => {
  test("[WB5] back and forward restore state and scroll position", async () => {
    await using open = await openPage(browser, serving.address);
    const { page } = open;
    await page.locator(".session").nth(49).waitFor();
    const target = page.getByRole("link", { name: "Session 40", exact: true });
    await target.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(500);
    await target.click();
    await page.waitForURL("**/s/session-40-*");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.waitForFunction((place) => Math.abs(scrollY - place) < 2, scrolled);
    expect(new URL(page.url()).pathname).toBe("/");
    await page.goForward();
    await page.waitForURL("**/s/session-40-*");
    await page.goBack();
    await page.getByLabel("Tag").selectOption("bug");
    await page.waitForURL("**/?tag=bug");
    await page.getByText("1 session matches").waitFor();
    await page.goBack();
    await page.getByText("50+ sessions").waitFor();
    expect(await page.getByLabel("Tag").inputValue()).toBe("");
  });

  test("[WB5] a reload restores the scroll position", async () => {
    await using open = await openPage(browser, serving.address, "/?text=Session");
    const { page } = open;
    await page.locator(".session").nth(49).waitFor();
    await page.evaluate(() => scrollTo(0, 1500));
    await page.reload();
    await page.waitForFunction(() => Math.abs(scrollY - 1500) < 2);
    expect(await page.getByPlaceholder("Filter by text").inputValue()).toBe("Session");
  });

  test("[WB1] an unknown address shows an error and a link back", async () => {
    await using open = await openPage(browser, serving.address, "/nowhere/at/all");
    await open.page.getByRole("heading", { name: "Page not found" }).waitFor();
    await open.page.getByRole("link", { name: "All sessions", exact: true }).click();
    await open.page.locator(".session").first().waitFor();
  });
});

describe("accessibility", () => {
  const looks = [360, 1280].flatMap((width) =>
    (["light", "dark"] as const).map((theme) => ({ width, theme })),
  );

  test.each(looks)("[WB13] axe finds no issues at $width px in the $theme theme", async (look) => {
    await using open = await openPage(browser, serving.address, "/", look);
    const { page } = open;
    const found: string[] = [];
    const check = async (what: string) => {
      found.push(...(await accessibilityFaults(page)).map((fault) => `${what}: ${fault}`));
    };
    await page.locator(".session").first().waitFor();
    await check("home");
    await page.keyboard.press("?");
    await page.locator(".keys").first().waitFor();
    await check("keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await searchField(page).fill("cold");
    await page.locator(".result").first().waitFor();
    await check("search dialog");
    await page.goto("/search?q=cold");
    await page.locator(".context-thought .markdown strong, .context-thought .markdown p").first().waitFor();
    await check("search");
    await page.goto("/nowhere");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await check("not found");
    expect(found).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });

  test("[WB13] the theme follows the system until one is chosen, and the choice is saved", async () => {
    await using open = await openPage(browser, serving.address, "/", { theme: "dark" });
    const { page } = open;
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await background();
    await page.getByRole("button", { name: "Theme: system. Change to light." }).click();
    await expect.poll(background).not.toBe(dark);
    const light = await background();
    await page.reload();
    await page.getByRole("button", { name: "Theme: light. Change to dark." }).click();
    await expect.poll(background).toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await background()).toBe(dark);
    await page.getByRole("button", { name: "Theme: dark. Change to system." }).click();
    await expect.poll(background).toBe(light);
  });

  test("[WB12] everything works with the keyboard", async () => {
    await using open = await openPage(browser, serving.address);
    const { page } = open;
    await page.locator(".session").first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    await page.keyboard.press("j");
    expect(await focused()).toBe("Why is the cache cold?");
    await page.keyboard.press("j");
    expect(await focused()).toBe("Session 70");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/s/why-is-the-cache-cold-*");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    await page.keyboard.press("1");
    await page.waitForURL((url) => url.pathname === "/");
    await page.locator(".session").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("cold?");
    await page.getByText("1 session matches").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("2");
    await page.waitForURL("**/n");
  });

  test("[WB12] ? lists the shortcuts, and single-key shortcuts can be turned off", async () => {
    await using open = await openPage(browser, serving.address);
    const { page } = open;
    await page.locator(".session").first().waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByText("next session").waitFor();
    expect(await dialog.locator("kbd").allTextContents()).toEqual(
      expect.arrayContaining(["j", "k", "↓", "/", "Ctrl K", "?"]),
    );
    await dialog.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.reload();
    await page.locator(".session").first().waitFor();
    await page.keyboard.press("?");
    await page.keyboard.press("2");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

test("[WB6] the page shows when the server is away, and misses no changes", async () => {
  using home = temporaryFolder();
  const [id] = await fillLedger(home.path, [
    { title: "Long night", thoughts: ["It begins."], unfinished: true },
  ]);
  await using first = await startServe({ home: home.path });
  const { port } = first.url;
  await using open = await openPage(browser, first.address);
  const { page } = open;
  const state = page.locator(".connection");
  await expect.poll(() => state.textContent()).toBe("Live");
  await page.getByText("1 thought", { exact: true }).waitFor();
  await first.kill();
  await page
    .getByText("The server does not respond, so this page may be out of date.")
    .waitFor({ timeout: 45_000 });
  expect(await state.textContent()).toBe("Offline");
  await using agent = await startAgent({ home: home.path });
  await agent.think(id!, "Written while the server was away.");
  await using again = await startServe({ home: home.path }, ["--port", port]);
  expect(again.url.port).toBe(port);
  await expect.poll(() => state.textContent()).toBe("Live");
  await page.getByText("2 thoughts", { exact: true }).waitFor();
  await page.getByText("Written while the server was away.").waitFor();
});

test("[WB6] a hidden page closes its connection and misses no changes", async () => {
  using home = temporaryFolder();
  const [id] = await fillLedger(home.path, [
    { title: "Long night", thoughts: ["It begins."], unfinished: true },
  ]);
  await using server = await startServe({ home: home.path });
  await using open = await openPage(browser, server.address, "/nowhere");
  const { page } = open;
  await page.clock.install();
  await page.goto("/");
  await expect.poll(() => page.locator(".connection").textContent()).toBe("Live");
  const setVisibility = (state: string) =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/events"));
  await setVisibility("hidden");
  await page.clock.fastForward(31_000);
  await ended;
  await using agent = await startAgent({ home: home.path });
  await agent.think(id!, "Written while the page was hidden.");
  await setVisibility("visible");
  await page.getByText("Written while the page was hidden.").waitFor();
  await expect.poll(() => page.locator(".connection").textContent()).toBe("Live");
});

test("[WB1] without a token the page is served at any address, but nothing of the ledger", async () => {
  using home = temporaryFolder();
  await fillLedger(home.path, [{ title: "Private session", thoughts: ["Nobody else sees this."] }]);
  await using guarded = await startServe({
    home: home.path,
    env: { CLEW_TOKEN: "a-token-of-some-length-0123456789" },
  });
  const asBrowser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };
  for (const [path, status] of [
    ["/nowhere/at-all", 404],
    ["/s/private-session", 200],
    ["/api/sessions", 401],
    ["/api/nowhere", 401],
  ] as const) {
    const response = await fetch(guarded.address + path, asBrowser);
    expect([path, response.status]).toEqual([path, status]);
    expect(response.headers.get("content-type")).toContain(status === 401 ? "json" : "text/html");
    expect(await response.text()).not.toMatch(/Private session|Nobody else/);
  }
  await using open = await openPage(browser, guarded.address, "/nowhere/at-all");
  await open.page.getByRole("dialog", { name: "Sign in" }).waitFor();
  await open.page.getByRole("heading", { name: "Page not found", includeHidden: true }).waitFor();
});

test("[WB14] the page asks once for the token of a server", async () => {
  using home = temporaryFolder();
  await fillLedger(home.path, [{ title: "Private session", thoughts: ["Nobody else sees this."] }]);
  const token = "a-token-of-some-length-0123456789";
  await using guarded = await startServe({ home: home.path, env: { CLEW_TOKEN: token } });
  await using open = await openPage(browser, guarded.address);
  const { page } = open;
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel("Token").fill("wrong-token");
  await page.keyboard.press("Enter");
  await dialog.getByText("The server rejected this token.").waitFor();
  await dialog.getByLabel("Token").fill(token);
  await page.keyboard.press("Enter");
  await page.getByText("Private session").waitFor();
  await expect.poll(() => page.locator(".connection").textContent()).toBe("Live");
  await page.reload();
  await page.getByText("Private session").waitFor();
  expect(await dialog.count()).toBe(0);
  expect(page.url()).not.toContain(token);
});
