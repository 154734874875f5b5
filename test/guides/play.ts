import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "vitest";
import { call } from "../support/call.ts";
import { connectHttp, connectStdio } from "../support/connect.ts";
import { comparable } from "./comparable.ts";
import { type Block, blocksOf, commandsOf } from "./documents.ts";
import { type Reader, startReader } from "./reader.ts";
import { type Scene, scenes } from "./scenes.ts";

/** Runs a document from top to bottom; `skips` decides what is not run. */
export async function play(
  document: string,
  modelUrl: string,
  skips: (text: string) => boolean,
): Promise<void> {
  const scene = scenes[document] ?? {};
  await using cleanup = new AsyncDisposableStack();
  const reader = cleanup.use(await startReader());
  Object.assign(reader.env, { ANTHROPIC_BASE_URL: modelUrl });
  await scene.prepare?.(reader, cleanup);
  let connected: Client | undefined;
  const client = async () => {
    connected ??= cleanup.use(await connect(reader, scene)).client;
    return connected;
  };
  /** The values of ids and other words of the document in this run. */
  const words = new Map(Object.entries(scene.words ?? {}));
  const translated = (text: string) =>
    [...words].reduce((rest, [shown, real]) => rest.replaceAll(shown, real), text);

  const blocks = blocksOf(document);
  let printed = "";
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    // test/e2e/package.test.ts compiles and runs these.
    if (block.language === "ts") continue;
    if (block.language === "sh") {
      printed = "";
      for (const command of commandsOf(block))
        if (!skips(command)) printed += await reader.run(translated(command));
      continue;
    }
    const check = Object.entries(scene.checks ?? {}).find(([begins]) => block.text.startsWith(begins))?.[1];
    const request = callOf(block, scene);
    const answer = blocks[at + 1];
    if (check) await check(block, { reader, client, printed });
    else if (request && answer?.language === "json") {
      at++;
      const given = JSON.parse(translated(JSON.stringify(request.given)));
      const result = await call(await client(), request.name, given);
      const [got, shown] = [result.structured ?? JSON.parse(result.text), JSON.parse(answer.text)];
      const isShortened = scene.shortened?.(JSON.parse(block.text)) ?? false;
      const [seen, expected] = [masked(got), masked(shown)];
      if (isShortened) expect(seen, block.text).toMatchObject(expected as object);
      else expect(seen, block.text).toEqual(expected);
      learn(shown, got, words);
    } else if (skips(block.text)) continue;
    else if (block.language === "")
      // What a program printed: whole lines of it.
      expect(`\n${comparable(printed)}`).toContain(`\n${comparable(block.text)}`);
    else throw new Error(`Nothing checks this block:\n${block.text}`);
  }
}

function connect(reader: Reader, { http }: Scene) {
  if (http) return connectHttp("2026-07-28", new URL("/mcp", reader.address), http);
  const env = { ...reader.env, CLEW_HOME: join(reader.home, ".thoughtbox") };
  return connectStdio("2026-07-28", { home: reader.home, env });
}

/** The call that a block shows, if any. */
function callOf({ language, text }: Block, { tool }: Scene) {
  if (language !== "json") return undefined;
  const request = JSON.parse(text);
  if (request.name && request.arguments) return { name: request.name, given: request.arguments };
  if (tool === undefined) return undefined;
  return { name: typeof tool === "string" ? tool : tool(request), given: request };
}

function masked(value: unknown): unknown {
  return JSON.parse(comparable(JSON.stringify(value)));
}

/** Remembers texts that differ between the shown and the real answer: later calls and commands use the real ones. */
function learn(shown: unknown, real: unknown, words: Map<string, string>): void {
  if (typeof shown === "string" && typeof real === "string") {
    if (shown !== real && /^\S+$/.test(shown)) words.set(shown, real);
  } else if (typeof shown === "object" && typeof real === "object" && shown && real)
    for (const [name, inner] of Object.entries(shown))
      learn(inner, (real as Record<string, unknown>)[name], words);
}
