import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { fillLedger } from "./fill-ledger.ts";
import { fillChat, fillExample } from "./fill-session.ts";
import { accessibilityFaults, launchBrowser, openPage } from "./support.ts";

const HOSTILE = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>';

let browser: Browser;
let folder: TemporaryFolder;
let serving: Serving;
let views: readonly (readonly [name: string, address: string, ready: string])[];

beforeAll(async () => {
  folder = temporaryFolder();
  const [hostile, plain] = await fillLedger(folder.path, [
    {
      title: `${HOSTILE} \u202etxet nwod edispu\u200b`,
      project: HOSTILE,
      tags: [HOSTILE, "a".repeat(120)],
      thoughts: [
        `${HOSTILE}\n\n[link](javascript:alert(1)) ![image](http://elsewhere.test/x.png)\n\n| ${"wide ".repeat(40)} | b |\n|---|---|\n| 1 | ${"x".repeat(300)} |`,
        JSON.stringify({ answer: HOSTILE, [HOSTILE]: { __proto__: HOSTILE, deep: [HOSTILE] } }),
        `Decision: ${HOSTILE}`,
      ],
      unfinished: true,
    },
    { title: "Plain", thoughts: ["Decision: keep it plain.", "w".repeat(4_000)] },
  ]);
  const store = await openStore({ file: join(folder.path, "clew.db") });
  for (const branchId of ["b".repeat(200), "نوع-آخر", HOSTILE])
    await store.append({
      target: { sessionId: hostile! },
      content: `Dead end: ${HOSTILE}`,
      branchId,
      branchFrom: 1,
      marks: [{ kind: "dead_end", text: `${branchId} ${"w".repeat(200)}` }],
      nextThoughtNeeded: true,
      mode: "chain",
      source: "library",
    });
  await store.close();
  const chat = await fillChat(folder.path);
  const example = await fillExample(folder.path);
  [browser, serving] = await Promise.all([launchBrowser(), startServe({ home: folder.path })]);
  const created = await fetch(`${serving.address}/api/notebooks`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ title: HOSTILE, template: "benchmark" }),
  });
  const { notebook } = (await created.json()) as { readonly notebook: { readonly id: string } };
  views = [
    ["sessions", "/", ".session"],
    ["no session", "/?project=nope", ".nothing"],
    ["a hostile session", `/s/${hostile}`, ".brief-section"],
    ["a hostile thought", `/s/${hostile}?thought=1&panel=thought`, ".thought-panel .markdown"],
    ["a conversation", `/s/${chat}`, ".answer-fields"],
    ["outline", `/s/${example}`, ".brief-section"],
    ["statistics", `/s/${example}?panel=statistics`, ".analysis"],
    ["graph", `/s/${example}?view=graph`, ".graph canvas"],
    ["timeline", `/s/${example}?view=timeline`, ".timeline"],
    ["a missing session", "/s/nope", ".failed"],
    ["branches", `/compare?a=${example}/price-cache&b=${example}/queue-reconnect`, ".pair .markdown"],
    ["facts", `/compare?a=${hostile}&b=${plain}`, ".compare-facts .fact-list"],
    ["thoughts of two sessions", `/compare?a=${hostile}&b=${plain}&by=thoughts`, ".pair"],
    ["search", "/search?q=cache", ".result"],
    ["notebooks", "/n", ".notebook-link"],
    ["a notebook", `/n/${notebook.id}`, ".cell"],
    ["models", "/models", ".model-link"],
    ["a model", "/models/five-whys", ".markdown"],
    ["activity", "/activity", ".activity-chart"],
    ["no view", "/nowhere", "h1"],
  ];
});
afterAll(async () => {
  await browser.close();
  await serving.kill();
  folder[Symbol.dispose]();
});

const looks = [1440, 390].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })));

test.each(looks)(
  "[WB13] [WB11] every view at $width px in the $theme theme: axe finds nothing, nothing is too wide, hostile text does nothing, the links of the header stay",
  async (look) => {
    await using open = await openPage(browser, serving.address, "/models", look);
    const { page } = open;
    const found: string[] = [];
    const places = new Set<string>();
    for (const [name, address, ready] of views) {
      await page.goto(address);
      await page.locator(ready).first().waitFor();
      found.push(...(await accessibilityFaults(page)).map((fault) => `${name}: ${fault}`));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > look.width) found.push(`${name}: ${width} pixels wide`);
      if (await page.evaluate(() => "hit" in globalThis)) found.push(`${name}: markup ran`);
      const links = await page.locator(".brand, .places a").all();
      places.add(JSON.stringify(await Promise.all(links.map(async (link) => (await link.boundingBox())?.x))));
    }
    expect(found).toEqual([]);
    expect(places.size).toBe(1);
    expect(open.foreign).toEqual([]);
    expect(open.faults.filter((fault) => !/404/.test(fault))).toEqual([]);
  },
);
