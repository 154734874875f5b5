import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectHttp, connectStdio, eras } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
let serving: Serving;
beforeAll(async () => {
  serving = cleanup.use(await startServe({ home }));
});
afterAll(() => cleanup.disposeAsync());

const withTools = (tools: string): URL => new URL(`?tools=${encodeURIComponent(tools)}`, serving.url);

async function listedOverStdio(args: readonly string[]) {
  await using connected = await connectStdio("handshake", { home }, args);
  return (await connected.client.listTools()).tools;
}

describe("tool sets", () => {
  it.each([
    ["think", ["think"]],
    ["think,thoughtbox", ["think", "thoughtbox", "export_reasoning_chain"]],
    [" think , think ", ["think"]],
    ["classic", ["sequentialthinking"]],
  ])("[P7] --tools %j lists %j", async (tools, expected) => {
    const listed = await listedOverStdio(["--tools", tools]);
    expect(listed.map(({ name }) => name)).toEqual(expected);
  });

  it("[P7] all is the default and leaves classic out", async () => {
    const names = async (args: string[]) => (await listedOverStdio(args)).map(({ name }) => name);
    const all = await names([]);
    expect(all).toEqual(await names(["--tools", "all"]));
    expect(all).toEqual(expect.arrayContaining(["think", "thoughtbox"]));
    expect(all).not.toContain("sequentialthinking");
  });

  it.each(eras)("[P7] /mcp?tools= chooses per client (%s)", async (era) => {
    await using narrow = await connectHttp(era, withTools("think"));
    await using wide = await connectHttp(era, serving.url);
    expect((await narrow.client.listTools()).tools.map(({ name }) => name)).toEqual(["think"]);
    expect((await wide.client.listTools()).tools.length).toBeGreaterThan(1);
    await expect(call(narrow.client, "thoughtbox", { thought: "x" })).rejects.toThrow(/no tool 'thoughtbox'/);
    expect((await call(narrow.client, "think", { thought: "x" })).isError).toBe(false);
  });

  it.each(["mcp", "serve", "doctor"])(
    "[P7] an unknown set is one clear line from clew %s",
    async (command) => {
      const ran = await runClew([command, "--tools", "think,thinkbox"], { home });
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toMatch(/^clew: --tools: unknown tool set 'thinkbox'; choose from .*think.*\n$/);
    },
  );

  it("[P7] an unknown set over HTTP is 400 and lists the known ones", async () => {
    const answer = await fetch(withTools("thinkbox"), { method: "POST", body: "{}" });
    expect(answer.status).toBe(400);
    expect((await answer.json()) as object).toMatchObject({
      error: expect.stringMatching(/unknown tool set 'thinkbox'.*think/),
    });
  });

  it("[P8] the default tool list costs under 3,300 tokens, --tools think,reasoning under 680", async () => {
    const cost = async (args: string[]) => countTokens(JSON.stringify(await listedOverStdio(args)));
    const [all, think] = [await cost([]), await cost(["--tools", "think,reasoning"])];
    console.info(`tool list: all ${all} tokens, think,reasoning ${think} tokens`);
    expect(all).toBeLessThan(3300);
    expect(think).toBeLessThan(680);
  });
});
