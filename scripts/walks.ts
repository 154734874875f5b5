// Counts the files of ours in which a function runs during one operation, by V8's own coverage: `npm run walks`, and
// `-- --files` lists them. Needs a build. Each operation runs a few times first, so that loading and filling caches do not
// count. Of the measured times the counts are those that all have in common, which leaves out timers.
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { maxTokens, model, serverFile, tool } from "../bench/host/talk.ts";
import { openHttpClient } from "../bench/post.ts";
import { loadConfig } from "../src/config/load.ts";
import { SessionManager } from "../src/host/index.ts";
import { serveHttp } from "../src/runtime/serve-http.ts";
import { openStore } from "../src/store/open.ts";
import { createLog } from "../src/telemetry/log.ts";
import { startModelServer } from "../src/testing/index.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { startAgent } from "../test/web/agent.ts";
import { launchBrowser } from "../test/web/support.ts";

const WARM_UP = 10;
const TIMES = 5;
const root = fileURLToPath(new URL("..", import.meta.url));

/** Scripts as the profiler reports them. */
type Coverage = readonly {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}[];

/** Returns the files that ran since the last time. */
type TakeFiles = () => Promise<readonly string[]>;

const profiler = new Session();
profiler.connect();
await profiler.post("Profiler.enable");
await profiler.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const takeOwn: TakeFiles = async () => {
  const { result } = await profiler.post("Profiler.takePreciseCoverage");
  return filesIn(result, (url) => (url.startsWith("file:") ? relative(root, fileURLToPath(url)) : ""));
};

/** The servers of this process, which stop together. */
const servers: Promise<void>[] = [];
using folder = temporaryFolder();
const home = folder.path;
await using database = await startPostgres();
print("a thought over HTTP, SQLite", await thoughtOverHttp());
print("a thought over HTTP, PostgreSQL", await thoughtOverHttp(database.url));
print("a live thought to the page", await liveThought());
print("an agent turn with a tool", await agentTurn());
profiler.disconnect();
process.emit("SIGTERM");
await Promise.all(servers);

async function thoughtOverHttp(databaseUrl?: string) {
  const client = await openHttpClient(new URL("/mcp", await serve(databaseUrl)), "modern");
  const thought = { thought: "The cache is never emptied.", nextThoughtNeeded: true };
  const { structuredContent } = await client.call("thoughtbox", thought);
  const sessionId = structuredContent?.sessionId;
  const files = await measure([takeOwn], () => client.call("thoughtbox", { ...thought, sessionId }));
  client.close();
  return files;
}

/** Another process writes the thought; the page is served unbundled, so that each file is counted. */
async function liveThought() {
  const address = await serve();
  await using agent = await startAgent({ home });
  const sessionId = await agent.start("A walk", "It begins.");
  const vite = await createServer({
    root: `${root}web`,
    configFile: `${root}web/vite.config.ts`,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1", proxy: { "/api": { target: address, changeOrigin: true } } },
  });
  await vite.listen();
  await using browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: vite.resolvedUrls?.local[0] ?? "" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const takePage: TakeFiles = async () => {
    const { result } = await devtools.send("Profiler.takePreciseCoverage");
    return filesIn(result, (url) => `web${URL.canParse(url) ? new URL(url).pathname : ""}`);
  };
  await page.goto(`/s/${sessionId}`);
  await page.locator(".connection", { hasText: "Live" }).waitFor();
  let count = 0;
  const files = await measure([takeOwn, takePage], async () => {
    count += 1;
    const text = `Step ${count} of the walk.`;
    await agent.think(sessionId, text);
    await page.locator(".markdown", { hasText: text }).waitFor();
  });
  await vite.close();
  return files;
}

/** One message: the model calls a tool of an MCP server over stdio, and answers with its result. */
async function agentTurn() {
  const service = await startModelServer((_, index) =>
    index % 2 === 0 ? { toolCalls: [{ name: tool.name, input: { thought: `Call ${index}` } }] } : "Done.",
  );
  const store = await openStore({ home });
  const manager = new SessionManager({ store });
  const { id } = await manager.initializeSession({
    type: "claude",
    api_key: "walk",
    base_url: service.url,
    model,
    max_tokens: maxTokens,
    thinking: { enabled: false },
    servers: { floor: { command: process.execPath, args: [serverFile] } },
  });
  const files = await measure([takeOwn], () => manager.sendMessage(id, "Use the tool."));
  await manager.close();
  await store.close();
  await service.close();
  return files;
}

/** Serves HTTP on a free port of this process and returns the address. */
async function serve(databaseUrl?: string): Promise<string> {
  const { promise: address, resolve } = Promise.withResolvers<string>();
  const options = {
    config: loadConfig({ port: 0 }, {}),
    home,
    target: databaseUrl === undefined ? { file: `${home}/clew.db` } : { databaseUrl, maxConnections: 4 },
    env: {},
    homeFolder: home,
    pageFolder: `${root}dist/web`,
    log: createLog({ level: "error", format: "json", write: (line) => process.stderr.write(line) }),
  };
  servers.push(serveHttp(options, resolve));
  return address;
}

/** The files that run each time. */
async function measure(
  takers: readonly TakeFiles[],
  operate: () => Promise<unknown>,
): Promise<readonly string[]> {
  for (let index = 0; index < WARM_UP; index += 1) await operate();
  let common: Set<string> | undefined;
  for (let index = 0; index < TIMES; index += 1) {
    for (const take of takers) await take();
    await operate();
    const files = new Set((await Promise.all(takers.map((take) => take()))).flat());
    common = common?.intersection(files) ?? files;
  }
  return [...(common ?? [])].sort();
}

function filesIn(coverage: Coverage, pathOf: (url: string) => string): readonly string[] {
  const hasRun = ({ functions }: Coverage[number]) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
  return coverage
    .filter(hasRun)
    .map(({ url }) => pathOf(url))
    .filter((path) => /^(web\/)?src\/(?!testing\/).*\.tsx?$/.test(path));
}

function print(name: string, files: readonly string[]): void {
  const page = files.filter((file) => file.startsWith("web/")).length;
  console.log(`${files.length} files: ${name}${page > 0 ? ` (${page} of them of the page)` : ""}`);
  if (process.argv.includes("--files")) console.log(files.map((file) => `  ${file}`).join("\n"));
}
