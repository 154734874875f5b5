import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clewCommand } from "../support/clew.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json");
const inspector = join(dirname(manifest), "clients/launcher/build/index.js");

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: Serving;
beforeAll(async () => {
  serving = cleanup.use(await startServe({ home }));
});
afterAll(() => cleanup.disposeAsync());

/** Runs one method through the Inspector's command line. */
async function inspect(transport: string, era: string, method: readonly string[]): Promise<Inspected> {
  const options = ["--cli", "--format", "json", "--quiet", "--protocol-era", era, "--method", ...method];
  const target =
    transport === "stdio"
      ? ["-e", `CLEW_HOME=${home}`, "--", process.execPath, clewCommand, "mcp"]
      : ["--server-url", serving.url.href, "--transport", "http"];
  // A separate home folder, because the Inspector writes files there.
  const env = { PATH: process.env.PATH, HOME: home };
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, ...options, ...target], { env });
  return JSON.parse(stdout).result;
}

interface Inspected {
  readonly tools?: readonly { readonly name: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
}

describe.each([
  ["stdio", "legacy"],
  ["stdio", "modern"],
  ["http", "legacy"],
  ["http", "modern"],
])("the Inspector over %s in the %s era", (transport, era) => {
  it("[P12] lists the tools, without portability problems", async () => {
    const { tools } = await inspect(transport, era, ["tools/list", "--strict"]);
    expect(tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(["think", "thoughtbox"]));
  });

  it("[P12] calls a tool", async () => {
    const thought = `Inspected over ${transport}, ${era}`;
    const given = JSON.stringify({ thought, session_id: `inspector-${transport}-${era}` });
    const method = ["tools/call", "--tool-name", "think", "--tool-args-json", given];
    expect((await inspect(transport, era, method)).structuredContent).toMatchObject({ step: 1, thought });
  });
});
