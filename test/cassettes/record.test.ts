import { execFile } from "node:child_process";
import { cpSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cassette, type Reply, startModelServer } from "../../src/testing/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

const KEY = "sk-ant-api03-a-key-that-must-not-be-kept";

function record(folder: string, env: Record<string, string>) {
  const clean = { PATH: process.env.PATH ?? "" };
  return new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, "record.ts"), folder],
      { env: { ...clean, ...env } },
      (error, stdout, stderr) => done({ status: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** A copy of the cassettes in a temporary folder. */
function copy(): TemporaryFolder {
  const folder = temporaryFolder();
  cpSync(import.meta.dirname, folder.path, { recursive: true });
  return folder;
}

const read = (file: string): Cassette => JSON.parse(readFileSync(file, "utf8"));

test.each([
  ["without a key", { RECORD: "1" }],
  ["unless it is asked to", { ANTHROPIC_API_KEY: KEY }],
])("[EN11] nothing is recorded %s, and one line says what is missing", async (_, env) => {
  using copied = copy();
  const folder = copied.path;
  const { status, stdout, stderr } = await record(folder, env as unknown as Record<string, string>);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^Nothing was recorded\. .*RECORD=1.*ANTHROPIC_API_KEY.*\n$/);
});

test("[EN11] recording refreshes each cassette, keeps what it cannot order, and keeps no key", async () => {
  using copied = copy();
  const folder = copied.path;
  const reply = ({ stream }: { stream?: boolean }): Reply => ({
    text: stream ? ["Li", "sbon"] : `Lisbon ${KEY}`,
  });
  const server = await startModelServer(({ body }) => reply(body), {
    key: KEY,
    models: ["claude-haiku-4-5", "claude-opus-5-5"],
  });
  const { status, stdout } = await record(folder, {
    RECORD: "1",
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: server.url,
  });
  await server.close();
  expect(status).toBe(0);
  expect(stdout.trim().split("\n")).toEqual([
    "anthropic/error-401.json: recorded",
    "anthropic/error-404-model.json: recorded",
    "anthropic/error-429.json: kept: nobody can order a rate limit",
    "anthropic/text-streamed.json: recorded",
    "anthropic/text.json: recorded",
    "anthropic/thinking-streamed.json: recorded",
    "anthropic/tool-call-streamed.json: recorded",
  ]);
  const files = globSync(join(folder, "**/*.json"));
  expect(files.filter((file) => readFileSync(file, "utf8").includes(KEY))).toEqual([]);
  expect(globSync(join(folder, "**/*.draft"))).toEqual([]);
  const text = read(join(folder, "anthropic/text.json"));
  expect(text).toMatchObject({ origin: "recorded", response: { status: 200 } });
  expect(text.response.chunks.join("")).toContain("Lisbon 00");
  expect(read(join(folder, "anthropic/text-streamed.json")).response.chunks.join("")).toContain(
    "message_stop",
  );
  expect(read(join(folder, "openai/text.json")).origin).toBe("written from the documented format");
});

test("[EN11] an answer of another kind does not replace a cassette", async () => {
  using copied = copy();
  const folder = copied.path;
  const server = await startModelServer(() => ({ status: 500 }));
  const { stdout } = await record(folder, {
    RECORD: "1",
    LANGBASE_API_KEY: "lb",
    LANGBASE_BASE_URL: server.url,
  });
  await server.close();
  expect(stdout).toContain("langbase/text.json: kept: the service answered 500, not 200");
  expect(read(join(folder, "langbase/text.json")).response.status).toBe(200);
});
