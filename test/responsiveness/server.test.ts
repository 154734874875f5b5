import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Draft } from "../../src/ledger/index.ts";
import { openStore } from "../../src/store/open.ts";
import { call } from "../support/call.ts";
import { type Connected, connectHttp } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { LONGEST_MS, type MeasuredServer, startMeasured } from "./measured-server.ts";

const FORMATS = ["markdown", "json", "chain", "html", "mermaid", "svg"];

const home = temporaryFolder();
let measured: MeasuredServer;
let client: Connected;
let other: Connected;
const sessions: Record<string, string> = {};

beforeAll(async () => {
  const prose =
    'We decided to use caching instead of polling. Why? Set api_key=abcdefgh1 and "token": "abcdefgh". ';
  await fill("large", 4, () => ({ content: prose.repeat(11_000).slice(0, 1_000_000) }));
  await fill("long", 50_000, (number) => ({
    content: `Step ${number}: we decided to use option ${number % 7}. Is #${number - 1} still open?`,
    ...(number % 10 === 0 && { revises: number - 1 }),
  }));
  await fill("wide", 50_001, (number) =>
    number === 1
      ? { content: "The root" }
      : { content: `Idea ${number}, not the main one`, branchId: `b${number}`, branchFrom: 1 },
  );
  measured = await startMeasured(home.path);
  client = await connectHttp("handshake", measured.serving.url);
  other = await connectHttp("2026-07-28", measured.serving.url);
}, 600_000);

afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
  await measured?.[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

async function fill(
  title: string,
  count: number,
  draftOf: (number: number) => Partial<Draft>,
): Promise<void> {
  const store = await openStore({ file: join(home.path, "clew.db") });
  const { id } = await store.openSession({ title, mode: "chain" });
  const appends: Promise<unknown>[] = [];
  for (let number = 1; number <= count; number++) {
    const draft = { content: "", number, nextThoughtNeeded: true, mode: "chain", source: "library" } as const;
    appends.push(store.append({ ...draft, target: { sessionId: id }, ...draftOf(number) }));
    if (appends.length === 500) await Promise.all(appends.splice(0));
  }
  await Promise.all(appends);
  await store.close();
  sessions[title] = id;
}

async function get(path: string): Promise<number> {
  const response = await fetch(new URL(path, measured.serving.address));
  let bytes = 0;
  for await (const chunk of response.body!) bytes += chunk.length;
  expect(response.status, path).toBe(200);
  return bytes;
}

const gateway = (operation: string, args: object) =>
  call(client.client, "thoughtbox_gateway", { operation, args: { ...args } });

/** Every call that reads a whole session or much of it. */
function callsOn(id: string): Readonly<Record<string, () => Promise<unknown>>> {
  const read = (uri: string) => client.client.readResource({ uri });
  return {
    ...Object.fromEntries(
      FORMATS.map((format) => [`export ${format}`, () => get(`/api/sessions/${id}/export?format=${format}`)]),
    ),
    outline: () => get(`/api/sessions/${id}/outline`),
    "outline from the middle": () => get(`/api/sessions/${id}/outline?after=20000`),
    statistics: () => get(`/api/sessions/${id}/statistics`),
    thoughts: () => get(`/api/sessions/${id}/thoughts?limit=500`),
    "search on the page": () => get(`/api/search?q=decided+caching&session=${id}`),
    load_context: () => gateway("load_context", { sessionId: id }),
    cipher: () => gateway("cipher", { sessionId: id }),
    get: () => gateway("session", { action: "get", sessionId: id }),
    analyze: () => gateway("session", { action: "analyze", sessionId: id }),
    brief: () => gateway("session", { action: "brief", sessionId: id }),
    search: () => gateway("session", { action: "search", query: "decided caching", sessionId: id }),
    "gateway export": () => gateway("session", { action: "export", sessionId: id }),
    "gateway export json": () => gateway("session", { action: "export", sessionId: id, format: "json" }),
    recall: () => call(client.client, "recall", { query: "decided to use caching" }),
    chain: () => call(client.client, "export_reasoning_chain", { sessionId: id }),
    "thoughts resource": () => read(`thoughtbox://sessions/${id}/thoughts`),
    "context resource": () => read(`thoughtbox://think/${id}/context`),
    "load resource": () => read(`thoughtbox://init/load/${id}`),
    "resume prompt": () => client.client.getPrompt({ name: "resume", arguments: { sessionId: id } }),
  };
}

describe.each(["large", "long", "wide"])("calls on the %s session", (title) => {
  it("[RE4] none blocks the server for more than 50 ms of processor time", { timeout: 600_000 }, async () => {
    const longest: Record<string, number> = {};
    for (const [name, run] of Object.entries(callsOn(sessions[title]!)))
      longest[name] = Math.round(await measured.longestPiece(run));
    console.log(title, longest);
    expect(Object.entries(longest).filter(([, ms]) => ms >= LONGEST_MS)).toEqual([]);
  });
});

it("[RE5] other clients record thoughts meanwhile", { timeout: 600_000 }, async () => {
  const calls = callsOn(sessions.long!);
  let thoughts = 0;
  const readAndThink = async () => {
    let isOver = false;
    const thinking = (async () => {
      while (!isOver) {
        const { isError } = await call(other.client, "think", { thought: "And?", session_id: "other" });
        expect(isError).toBe(false);
        thoughts++;
      }
    })();
    await Promise.all(["export markdown", "export json", "brief", "analyze"].map((name) => calls[name]!()));
    isOver = true;
    await thinking;
  };
  // As long as one of the calls, and as long again for the thoughts and for garbage collection.
  expect(await measured.longestPiece(readAndThink, 2 * LONGEST_MS)).toBeLessThan(2 * LONGEST_MS);
  expect(thoughts).toBeGreaterThan(20);
});

it("[RE3] a thought that is hard to redact is exported without blocking", async () => {
  await fill("hostile", 3, () => ({ content: "eyJ-".repeat(30_000) }));
  const path = `/api/sessions/${sessions.hostile}/export?format=`;
  const longest = await measured.longestPiece(async () => {
    for (const format of FORMATS) await get(path + format);
  });
  expect(longest).toBeLessThan(LONGEST_MS);
});

it("[RE8] load_context returns the newest thoughts that fit", async () => {
  const { structured } = await gateway("load_context", { sessionId: sessions.large! });
  const { thoughts, earlier } = structured as { thoughts: { thoughtNumber: number }[]; earlier: object };
  expect(thoughts.map(({ thoughtNumber }) => thoughtNumber)).toEqual([4]);
  expect(earlier).toEqual({ count: 3, uri: `thoughtbox://sessions/${sessions.large}/thoughts` });
});
