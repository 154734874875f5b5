import { globSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Cassette, recordCassette } from "../../src/testing/cassette.ts";

interface Service {
  readonly key: string;
  readonly address: string;
  readonly upstream: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
}

const SERVICES: Readonly<Record<string, Service>> = {
  anthropic: {
    key: "ANTHROPIC_API_KEY",
    address: "ANTHROPIC_BASE_URL",
    upstream: "https://api.anthropic.com",
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2026-10-21" }),
  },
  openai: {
    key: "OPENAI_API_KEY",
    address: "OPENAI_BASE_URL",
    upstream: "https://api.openai.com",
    headers: (key) => ({ authorization: `Bearer ${key}` }),
  },
  langbase: {
    key: "LANGBASE_API_KEY",
    address: "LANGBASE_BASE_URL",
    upstream: "https://api.langbase.com",
    headers: (key) => ({ authorization: `Bearer ${key}` }),
  },
};

/** Sends a cassette's request to the real service again; the old one is kept if the answer is of another kind. */
async function refresh(file: string, service: Service): Promise<string> {
  const { request, response }: Cassette = JSON.parse(readFileSync(file, "utf8"));
  if (response.status === 429) return "kept: nobody can order a rate limit";
  const key = response.status === 401 ? "sk-not-a-key" : process.env[service.key]!;
  const upstream = (process.env[service.address] ?? service.upstream).replace(/\/v1\/?$/, "");
  const draft = `${file}.draft`;
  const recorder = await recordCassette(draft, upstream);
  try {
    const answer = await fetch(recorder.url + request.path, {
      method: request.method,
      headers: { "content-type": "application/json", ...service.headers(key) },
      body: JSON.stringify(request.body),
    });
    await answer.arrayBuffer();
    const { response: recorded } = await recorder.cassette;
    if (recorded.status !== response.status)
      return `kept: the service answered ${recorded.status}, not ${response.status}: ${recorded.chunks.join("").slice(0, 300)}`;
    await rename(draft, file);
    return "recorded";
  } catch (error) {
    return `kept: ${error instanceof Error ? error.message : error}`;
  } finally {
    await recorder.close();
    await rm(draft, { force: true });
  }
}

const folder = process.argv[2] ?? import.meta.dirname;
const asked = process.env.RECORD === "1";
const ready = Object.entries(SERVICES).filter(([, { key }]) => process.env[key]);
if (!asked || ready.length === 0) {
  const keys = Object.values(SERVICES).map(({ key }) => key);
  console.error(
    `Nothing was recorded. Recording asks the real services, which costs a little: set RECORD=1 and at least one of ${keys.join(", ")}.`,
  );
  process.exitCode = 1;
} else {
  for (const [name, service] of ready)
    for (const file of globSync(join(folder, name, "*.json")).sort())
      console.log(`${file.slice(folder.length + 1)}: ${await refresh(file, service)}`);
}
