import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { anthropicEngine, type Engine, langbaseEngine, openaiCompatibleEngine } from "../../src/llm/index.ts";
import { event } from "../../src/testing/anthropic-events.ts";

/** A key that must not reach another host. */
export const KEY = "sk-0123456789-secret";

/** The engines that speak HTTP, each for a service at an address. */
export const ENGINES: Readonly<Record<string, (baseUrl: string) => Engine>> = {
  anthropic: (baseUrl) => anthropicEngine({ apiKey: KEY, baseUrl, model: "claude-opus-5-5" }),
  "openai-compatible": (baseUrl) => openaiCompatibleEngine({ apiKey: KEY, baseUrl, model: "gpt-4.1" }),
  langbase: (baseUrl) => langbaseEngine({ apiKey: KEY, baseUrl }),
};

/** The start of a streamed answer, up to where its text begins. */
export const BEGUN: Readonly<Record<string, string>> = {
  anthropic:
    event("message_start", { message: { id: "m", model: "claude-opus-5-5", usage: { input_tokens: 1 } } }) +
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  "openai-compatible": "",
  langbase: "",
};

/** One piece of streamed text. */
export function said(engine: string, text: string): string {
  if (engine === "anthropic")
    return event("content_block_delta", { index: 0, delta: { type: "text_delta", text } });
  return `data: ${JSON.stringify({ id: "c", model: "gpt-4.1", choices: [{ index: 0, delta: { content: text } }] })}\n\n`;
}

/** A service that follows a script, and what happened to it. */
export interface HostileService extends AsyncDisposable {
  readonly url: string;
  /** How many requests arrived. */
  requests(): number;
  /** How many bytes of bodies it wrote. */
  written(): number;
  /** The largest growth of this process's memory while it wrote, in MB. */
  growth(): number;
  /** When the connection of the first request was closed. */
  readonly closed: Promise<void>;
}

/** The answer to a request; `write` waits until the other side has read it. */
export type Attack = (
  response: ServerResponse,
  write: (bytes: Buffer | string) => Promise<boolean>,
  request: IncomingMessage,
) => Promise<void>;

/** Serves an attack on loopback. */
export async function serveHostile(attack: Attack): Promise<HostileService> {
  const closed = Promise.withResolvers<void>();
  const before = process.memoryUsage.rss();
  let highest = before;
  let written = 0;
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    response.on("error", () => {});
    const gone = new Promise<void>((resolve) => response.once("close", resolve));
    void gone.then(() => closed.resolve());
    const write = async (bytes: Buffer | string) => {
      if (response.destroyed || response.writableEnded) return false;
      written += bytes.length;
      if (!response.write(bytes))
        await Promise.race([gone, new Promise((resolve) => response.once("drain", resolve))]);
      highest = Math.max(highest, process.memoryUsage.rss());
      return !response.destroyed;
    };
    await attack(response, write, request);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    written: () => written,
    growth: () => Math.round((Math.max(highest, process.memoryUsage.rss()) - before) / 1e6),
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Writes the same bytes until this many megabytes are written or the connection is closed. */
export async function flood(
  write: (bytes: Buffer | string) => Promise<boolean>,
  bytes: Buffer | string,
  megabytes: number,
): Promise<void> {
  const times = Math.ceil((megabytes * 2 ** 20) / bytes.length);
  for (let at = 0; at < times; at += 1) if (!(await write(bytes))) return;
}

/** A gzip member of one megabyte of the same text, a thousandth of its size. */
export function gzipped(text: string): Buffer {
  return gzipSync(text.repeat(Math.ceil(2 ** 20 / text.length)));
}
