import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { conversationWith, partsOf, streamOf } from "../../src/host/loop/fixtures.ts";
import { ask, eventsOf } from "../../src/llm/fixtures.ts";
import { userText, withTimeout } from "../../src/llm/index.ts";
import { type Attack, BEGUN, ENGINES, said, serveHostile } from "../support/hostile-model.ts";

/** The time limit of an attempt or a message. */
const LIMIT_MS = 1000;
/** Without the limit an attack lasts as long as its test may. */
const AT_MOST_MS = 20_000;

const SSE = { "content-type": "text/event-stream" };
const PINGS: Readonly<Record<string, string>> = {
  anthropic: 'event: ping\ndata: {"type":"ping"}\n\n',
  "openai-compatible": ": ping\n\n",
  langbase: " ",
};
const EMPTY: Readonly<Record<string, string>> = {
  anthropic: said("anthropic", ""),
  "openai-compatible": said("openai-compatible", ""),
  langbase: "\n",
};

/** Writes the same bytes until the connection is closed. */
function repeating(
  status: number,
  bytes: (engine: string) => string,
  everyMs: number,
): (engine: string) => Attack {
  return (engine) => async (response, write) => {
    response.writeHead(status, SSE);
    if (status === 200 && BEGUN[engine] !== "") await write(BEGUN[engine]!);
    while (await write(bytes(engine))) await pause(everyMs);
  };
}

/** Bytes that never become an answer. */
const attacks: Readonly<Record<string, (engine: string) => Attack>> = {
  "drips bytes": repeating(200, () => ":", 50),
  "pings for ever": repeating(200, (engine) => PINGS[engine]!, 50),
  "floods with pings": repeating(200, (engine) => PINGS[engine]!.repeat(2000), 1),
  "sends events without content": repeating(200, (engine) => EMPTY[engine]!, 50),
  "sends headers and nothing more": () => async (response) =>
    void response.writeHead(200, SSE).flushHeaders(),
  "never ends an error": repeating(500, () => "x", 50),
};

describe.each(Object.keys(ENGINES))("%s", (engine) => {
  test.each(Object.keys(attacks))("[EN16] an attempt ends on time at a service that %s", async (name) => {
    await using service = await serveHostile(attacks[name]!(engine));
    const guarded = withTimeout(ENGINES[engine]!(service.url), LIMIT_MS);
    const begun = performance.now();
    const events = await eventsOf(guarded.turn(ask));
    expect(performance.now() - begun).toBeLessThan(AT_MOST_MS);
    expect(events.at(-1)).toMatchObject({ type: "error", failure: { kind: "timeout" } });
    await service.closed;
  });

  // Langbase answers in one document.
  const talking: typeof attacks =
    engine === "langbase"
      ? attacks
      : { ...attacks, "talks for ever": repeating(200, (name) => said(name, "x").repeat(300), 5) };
  test.each(Object.keys(talking))("[EN16] wall time is kept at a service that %s", async (name) => {
    await using service = await serveHostile(talking[name]!(engine));
    const parts = partsOf(ENGINES[engine]!(service.url));
    const begun = performance.now();
    const chunks = await Array.fromAsync(
      streamOf(conversationWith(undefined, { wall_ms: LIMIT_MS }), userText("Why?"), parts),
    );
    expect(performance.now() - begun).toBeLessThan(AT_MOST_MS);
    expect(chunks).toContainEqual(expect.objectContaining({ type: "error", code: "TIME_LIMIT" }));
    await service.closed;
  });
});
