// Takes screenshots of every view for the README and the guide. Run `npm run build` first.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { runClew } from "../test/support/clew.ts";
import { startServe } from "../test/support/serve.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { launchBrowser } from "../test/web/support.ts";
import { fillCalls, fillNotebook, fillSessions } from "./screenshots/fill-demo.ts";

const FOLDER = "docs/images";
const MOST_BYTES = 2_000_000;

/** An address, and a condition to wait for. */
interface Shot {
  readonly name: string;
  readonly path: string;
  readonly narrow?: boolean;
  ready(page: Page): Promise<unknown>;
}

using folder = temporaryFolder();
const example = await fillSessions(folder.path);
await using serving = await startServe({ home: folder.path });
const notebook = await fillNotebook(serving.address);
await fillCalls(serving.url);
const file = join(folder.path, "session.html");
await runClew(["sessions", "export", example, "--format", "html", "--output", file], { home: folder.path });

const shots: readonly Shot[] = [
  { name: "sessions", path: "/", narrow: true, ready: (page) => page.locator(".session").nth(3).waitFor() },
  {
    name: "session",
    path: `/s/${example}`,
    narrow: true,
    ready: (page) => page.locator("strong", { hasText: "40 MB an hour" }).waitFor(),
  },
  {
    name: "session-thought",
    path: `/s/${example}?thought=6&panel=thought`,
    ready: (page) => page.locator(".code-lines").first().waitFor(),
  },
  {
    name: "session-graph",
    path: `/s/${example}?view=graph&thought=6`,
    ready: (page) => page.locator("canvas").first().waitFor(),
  },
  {
    name: "session-timeline",
    path: `/s/${example}?view=timeline`,
    ready: (page) => page.locator("strong", { hasText: "40 MB an hour" }).waitFor(),
  },
  {
    name: "compare",
    path: `/compare?a=${example}/price-cache&b=${example}/queue-reconnect`,
    ready: (page) => page.locator(".code-lines").first().waitFor(),
  },
  {
    name: "search",
    path: "/search?q=memory",
    ready: (page) => page.locator(".result").first().waitFor(),
  },
  { name: "notebooks", path: "/n", ready: (page) => page.locator(".notebook-link").nth(2).waitFor() },
  {
    name: "notebook",
    path: `/n/${notebook}`,
    narrow: true,
    ready: (page) => page.getByText("RangeError:").waitFor({ state: "attached" }),
  },
  { name: "models", path: "/models", ready: (page) => page.locator(".model-link").first().waitFor() },
  {
    name: "model",
    path: "/models/five-whys",
    ready: (page) => page.getByRole("heading", { name: "Steps" }).waitFor(),
  },
  {
    name: "activity",
    path: "/activity",
    async ready(page) {
      await page.locator(".activity-chart canvas").nth(5).waitFor({ timeout: 60_000 });
      await fillCalls(serving.url);
      await page.getByRole("button", { name: /new$/ }).click();
      await page.locator(".activity-chart", { hasText: "Tool calls" }).getByText(/[1-9]/).first().waitFor();
      await page.evaluate("scrollTo(0, 0)");
    },
  },
  {
    name: "file",
    path: pathToFileURL(file).href,
    ready: (page) => page.getByText("40 MB an hour").first().waitFor(),
  },
];

await using browser = await launchBrowser();
const names = process.argv.slice(2);
mkdirSync(FOLDER, { recursive: true });
// The README's picture is made by another script.
if (names.length === 0)
  for (const name of readdirSync(FOLDER)) if (name.endsWith(".webp")) rmSync(join(FOLDER, name));
for (const shot of shots)
  if (names.length === 0 || names.includes(shot.name))
    for (const theme of ["light", "dark"] as const) {
      await take(browser, shot, theme, 1280);
      if (shot.narrow) await take(browser, shot, theme, 360);
    }
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".webp"));
const bytes = files.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
console.log(`${files.length} screenshots, ${Math.round(bytes / 1000)} kB`);
if (bytes > MOST_BYTES) throw new Error(`The screenshots exceed ${MOST_BYTES / 1e6} MB.`);

async function take(browser: Browser, shot: Shot, theme: "light" | "dark", width: 1280 | 360): Promise<void> {
  const context = await browser.newContext({
    baseURL: serving.address,
    viewport: { width, height: width === 360 ? 720 : 800 },
    deviceScaleFactor: width === 360 ? 2 : 1,
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(shot.path);
  await shot.ready(page);
  if (shot.path.startsWith("/")) await page.getByText("Live", { exact: true }).waitFor();
  // Fonts and canvases are drawn in the next frames.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const name = `${shot.name}-${theme}${width === 360 ? "-narrow" : ""}.webp`;
  writeFileSync(join(FOLDER, name), await webp(context.newPage(), await page.screenshot()));
  await context.close();
  console.log(name);
}

/** Converts a PNG in the browser. */
async function webp(opening: Promise<Page>, png: Buffer): Promise<Buffer> {
  const page = await opening;
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = "data:image/png;base64,${png.toString("base64")}";
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.75);
  })()`);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
