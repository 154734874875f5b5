import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runClew } from "../support/clew.ts";
import { type Connected, connectHttp, connectStdio, eras } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { launchBrowser, openPage } from "./support.ts";

const HOSTILE = "<img src=x onerror=\"parent.postMessage('owned','*')\"><script>alert(1)</script> \u202eevil";

const home = temporaryFolder();
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let server: Serving;
let connected: Connected;
let client: Client;
let hostScript: string;
let sessionId: string;

const callTool = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startServe({ home: home.path });
  connected = await connectHttp("handshake", server.url);
  client = connected.client;
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("app-host.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    logLevel: "error",
  });
  hostScript = outputFiles[0]!.text;
  const first = await callTool("thoughtbox", {
    thought: "Which queue do we use?",
    sessionTitle: `Queue ${HOSTILE}`,
    project: "shop",
    marks: ["open: who cleans up?"],
  });
  sessionId = (first.structuredContent as { sessionId: string }).sessionId;
  for (const more of [
    { thought: `Redis? ${HOSTILE}`, branchFromThought: 1, branchId: "redis", thoughtNumber: 2 },
    {
      thought: "A table is enough.",
      thoughtNumber: 2,
      marks: ["decision: use a table because one server is enough"],
    },
    {
      thought: "A table with an index.",
      isRevision: true,
      revisesThought: 2,
      thoughtNumber: 3,
      nextThoughtNeeded: false,
    },
  ])
    await callTool("thoughtbox", { ...more, sessionId });
});
afterAll(async () => {
  await connected[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await browser.close();
  home[Symbol.dispose]();
});

/** The view of a tool call, in a host. */
async function view(name: string, input: Record<string, unknown>, context: object = { theme: "light" }) {
  const { contents } = await client.readResource({ uri: "ui://clew/session" });
  const html = (contents[0] as { text: string }).text;
  const opened = await openPage(browser, server.address, "/healthz");
  const { page } = opened;
  const calls: string[] = [];
  await page.exposeFunction("callTool", (params: { name: string; arguments: Record<string, unknown> }) => {
    calls.push(params.name);
    return client.callTool(params);
  });
  await page.route("**/host", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Host</title><body></body>" }),
  );
  await page.goto("/host");
  await page.addScriptTag({ content: hostScript });
  const result = await callTool(name, input);
  await page.evaluate(
    ([...given]) => window.openView(...(given as Parameters<Window["openView"]>)),
    [html, input, result, context],
  );
  return { ...opened, calls, frame: page.frameLocator("iframe") };
}

test.each(eras)("[MA1] thoughtbox, recall and the gateway name the view, in the %s era", async (era) => {
  for (const one of [await connectHttp(era, server.url), await connectStdio(era, { home: home.path })]) {
    await using connection = one;
    const { tools } = await connection.client.listTools();
    const named = tools.filter(({ _meta }) => _meta !== undefined);
    expect(Object.fromEntries(named.map(({ name, _meta }) => [name, _meta]))).toEqual(
      Object.fromEntries(
        ["thoughtbox", "thoughtbox_gateway", "recall"].map((name) => [
          name,
          { ui: { resourceUri: "ui://clew/session" } },
        ]),
      ),
    );
    const { resources } = await connection.client.listResources();
    expect(resources.find(({ uri }) => uri === "ui://clew/session")).toMatchObject({
      mimeType: "text/html;profile=mcp-app",
    });
  }
});

test("[MA2] the view is one file under 60 kB that loads nothing", async () => {
  const { contents } = await client.readResource({ uri: "ui://clew/session" });
  const { text, mimeType } = contents[0] as { text: string; mimeType: string };
  console.log(`the view has ${Buffer.byteLength(text)} of 60,000 bytes`);
  expect(mimeType).toBe("text/html;profile=mcp-app");
  expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  expect(text).toContain("default-src 'none'");
  expect(text).not.toMatch(/<(?:link|img|iframe)\b|\ssrc=|@import|url\(/);
});

test("[MA3] the view of a thought shows brief, notes and outline; hostile text stays text", async () => {
  await runClew(["note", sessionId, `Mind the index. ${HOSTILE}`], { home: home.path });
  await using on = await view("thoughtbox_gateway", { operation: "get_state", args: { sessionId } });
  const { frame, page, calls, faults, foreign } = on;
  await frame.getByRole("heading", { level: 1 }).waitFor();
  expect(await frame.getByRole("heading", { level: 1 }).textContent()).toContain("<img src=x");
  const brief = await frame.getByRole("region", { name: "Brief" }).textContent();
  expect(brief).toContain("use a table");
  expect(await frame.getByRole("region", { name: "Notes" }).textContent()).toContain("Mind the index.");
  expect(await frame.locator(".thought").count()).toBe(4);
  expect(await frame.locator(".thought").nth(1).textContent()).toContain("U+202E");
  expect(await frame.locator("img, script[src]").count()).toBe(0);
  expect(calls).toEqual(["thoughtbox_gateway"]);
  expect(faults).toEqual([]);
  expect(foreign).toEqual([]);
  await expect.poll(() => page.evaluate(() => window.sizes.at(-1)?.height)).toBeGreaterThan(200);

  // Nobody can write a note here: no tool writes notes.
  expect(await frame.locator("textarea, input").count()).toBe(0);
});

test("[MA4] the view shows what a search found, and opens the session of a hit", async () => {
  await using on = await view("recall", { query: "table" });
  await on.frame.getByRole("button").first().click();
  await on.frame.getByRole("heading", { level: 1 }).waitFor();
  expect(await on.frame.locator(".thought").count()).toBe(4);
});

test("[MA5] the view takes the host's theme and its variables, and ends when it is asked to", async () => {
  const context = { theme: "dark", styles: { variables: { "--color-background-primary": "rgb(1, 2, 3)" } } };
  await using on = await view("thoughtbox", { thought: "Once more", sessionId }, context);
  await on.frame.getByRole("heading", { level: 1 }).waitFor();
  const look = () =>
    on.frame
      .locator("body")
      .evaluate((body) => [document.documentElement.dataset.theme, getComputedStyle(body).backgroundColor]);
  expect(await look()).toEqual(["dark", "rgb(1, 2, 3)"]);
  await on.page.evaluate(() => window.bridge.setHostContext({ theme: "light" }));
  await expect.poll(async () => (await look())[0]).toBe("light");
  expect(await on.page.evaluate(() => window.bridge.teardownResource({}))).toEqual({});
  await expect.poll(() => on.frame.locator("#page").textContent()).toBe("");
});

test("[MA6] what a view reads is not delivered to the agent", async () => {
  const written = await runClew(["note", sessionId, "For the agent only", "--json"], { home: home.path });
  const { id } = JSON.parse(written.stdout) as { id: string };
  for (let times = 0; times < 4; times++) {
    const { structuredContent } = await callTool("thoughtbox_gateway", {
      operation: "get_state",
      args: { sessionId, view: true },
    });
    expect(structuredContent).not.toHaveProperty("notes");
  }
  const { structuredContent } = await callTool("thoughtbox", { thought: "Next", sessionId });
  expect(JSON.stringify(structuredContent)).toContain(id);
});
