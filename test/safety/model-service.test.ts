import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask, eventsOf } from "../../src/llm/fixtures.ts";
import { modelFacts, type TurnEvent } from "../../src/llm/index.ts";
import { serveOnLoopback } from "../../src/testing/loopback.ts";
import {
  type Attack,
  BEGUN,
  ENGINES,
  flood,
  gzipped,
  type HostileService,
  KEY,
  said,
  serveHostile,
} from "../support/hostile-model.ts";

/** More than any limit, but not too much for a machine if the limit fails. */
const MUCH = 160;
/** The allowed growth of this process, in MB. */
const GROWTH = 150;

const LABELS: Readonly<Record<string, string>> = {
  anthropic: "Anthropic",
  "openai-compatible": "The service at 127.0.0.1",
  langbase: "Langbase",
};
const SSE = { "content-type": "text/event-stream" };
const JSON_TYPE = { "content-type": "application/json" };

async function attacked(engine: string, attack: Attack) {
  const service = await serveHostile(attack);
  let last: TurnEvent | undefined;
  for await (const event of ENGINES[engine]!(service.url).turn(ask)) last = event;
  if (last?.type !== "error") throw new Error(`The turn ended in ${last?.type}.`);
  return { service, failure: last.failure };
}

async function holds(service: HostileService) {
  await service.closed;
  const growth = service.growth();
  await service[Symbol.asyncDispose]();
  expect(growth).toBeLessThan(GROWTH);
}

/** Forty megabytes of one event in a few kilobytes. */
const BOMBS: Readonly<Record<string, Buffer>> = {
  gzip: Buffer.concat(Array.from({ length: 40 }, () => gzipped("data: x\n"))),
  br: brotliCompressSync(Buffer.alloc(40 * 2 ** 20, "data: x\n"), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
  }),
};

const streaming = ["anthropic", "openai-compatible"];

describe.each(Object.keys(ENGINES))("%s", (engine) => {
  test.each<[string, Attack]>([
    [
      "plain",
      async (response, write) => {
        response.writeHead(400, JSON_TYPE);
        await flood(write, Buffer.alloc(65_536, "x"), MUCH);
        response.end();
      },
    ],
    [
      "gzip",
      async (response, write) => {
        response.writeHead(400, { ...JSON_TYPE, "content-encoding": "gzip" });
        const member = gzipped(" ");
        for (let at = 0; at < MUCH; at += 1) if (!(await write(member))) return;
        response.end();
      },
    ],
  ])("[EN14] an error body (%s) that does not end is cut off at 64 KB", async (_, attack) => {
    const { service, failure } = await attacked(engine, attack);
    expect(failure).toMatchObject({ kind: "refused", status: 400 });
    expect(failure.message).toContain(LABELS[engine]);
    expect(failure.message).toContain("64 KB");
    await holds(service);
  });

  test("[EN14] a line that does not end is cut off at 16 MB, and the connection closed", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, SSE);
      await write("event: content_block_delta\ndata: ");
      await flood(write, Buffer.alloc(65_536, "x"), MUCH);
      response.end();
    });
    expect(failure).toMatchObject({ kind: "refused" });
    expect(failure.message).toContain(LABELS[engine]);
    expect(failure.message).toContain("16 MB");
    expect(service.written()).toBeLessThan(32 * 2 ** 20);
    await holds(service);
  });

  test.each(["\n", "\r", "\r\n"])(
    "[EN14] an event of endless lines that end in %j is cut off at 16 MB",
    async (end) => {
      const { service, failure } = await attacked(engine, async (response, write) => {
        response.writeHead(200, SSE);
        await flood(write, Buffer.from(`data: ${"x".repeat(1000)}${end}`.repeat(64)), MUCH);
        response.end();
      });
      expect(failure.message).toContain("16 MB");
      await holds(service);
    },
  );

  test.each(["gzip", "br"])("[EN14] the size of a %s bomb is limited after decompression", async (coding) => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, { ...SSE, "content-encoding": coding });
      await write(BOMBS[coding]!);
      // The rest of the answer never arrives.
    });
    expect(failure.message).toContain("250,000 lines");
    await holds(service);
  });

  test("[EN14] compressed bytes that inflate to nothing are bounded as well", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, { ...SSE, "content-encoding": "gzip" });
      const empty = gzipSync("");
      await flood(write, Buffer.concat(Array.from({ length: 3000 }, () => empty)), MUCH);
      response.end();
    });
    expect(failure.message).toContain("64 MB");
    await holds(service);
  });

  test("[EN14] an encoding that Clew does not know is refused by name", async () => {
    const { service, failure } = await attacked(engine, async (response) => {
      response.writeHead(200, { ...SSE, "content-encoding": "gzip, gzip" }).end("x");
    });
    expect(failure.message).toContain("content-encoding");
    await holds(service);
  });

  test("[EN14] endless headers are cut off", async () => {
    const { service, failure } = await attacked(engine, async (response) => {
      const { socket } = response;
      socket!.write("HTTP/1.1 200 OK\r\n");
      for (let at = 0; at < 100_000 && !socket!.destroyed; at += 1)
        if (!socket!.write(`x-${at}: ${"x".repeat(1000)}\r\n`)) break;
    });
    expect(failure.message).toContain("HPE_HEADER_OVERFLOW");
    await holds(service);
  });

  test("[EN17] a redirect to another host is refused by name, and receives neither the conversation nor the key", async () => {
    const reached: string[] = [];
    await using other = await serveOnLoopback(async (incoming, response) => {
      reached.push(JSON.stringify(incoming.headers) + (await incoming.toArray()).join(""));
      response.end("{}");
    });
    const host = new URL(other.url).host;
    for (const status of [301, 302, 303, 307, 308]) {
      const { service, failure } = await attacked(engine, async (response) => {
        response.writeHead(status, { location: `${other.url}/v1/${KEY}` }).end();
      });
      expect(failure).toMatchObject({ kind: "refused", status });
      expect(failure.message).toContain(`redirects to ${host}`);
      expect(failure.message).not.toContain(KEY);
      expect(service.requests()).toBe(1);
      await service[Symbol.asyncDispose]();
    }
    expect(reached).toEqual([]);
  });

  test("[EN17] a redirect on the same host is not followed either", async () => {
    const { service, failure } = await attacked(engine, async (response, _, request) => {
      response.writeHead(307, { location: `${request.url}/again` }).end();
    });
    expect(failure.message).toContain("redirects to 127.0.0.1");
    expect(service.requests()).toBe(1);
    await service[Symbol.asyncDispose]();
  });

  test("[EN18] a web page instead of an answer is a clear failure at once", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      await flood(write, Buffer.alloc(65_536, "<p>hotel</p>"), MUCH);
      response.end();
    });
    expect(failure.message).toContain("web page");
    expect(service.written()).toBeLessThan(16 * 2 ** 20);
    await holds(service);
  });

  test("[EN15] a large event of very many small values is not parsed", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, SSE);
      await write(`event: content_block_delta\ndata: {"x":[`);
      await flood(write, Buffer.from("{},".repeat(20_000)), 12);
      await write("0]}\n\n");
      response.end();
    });
    expect(failure.message).toContain("250,000 lines or JSON values");
    await holds(service);
  });

  test("[EN15] a large event that is nested endlessly is not parsed", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, SSE);
      await write(`event: content_block_delta\ndata: {"x":`);
      await flood(write, Buffer.alloc(65_536, "["), 12);
      response.end();
    });
    expect(failure.message).toContain("1,000 levels");
    await holds(service);
  });
});

describe.each(streaming)("%s, in the stream", (engine) => {
  test.each([1000, 100_000])(
    "[EN14] text without end, %i characters at a time, is cut off at 64 MB",
    async (size) => {
      const { service, failure } = await attacked(engine, async (response, write) => {
        response.writeHead(200, SSE);
        await write(BEGUN[engine]!);
        const piece = said(engine, "x".repeat(size));
        await flood(write, Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length))), MUCH);
        response.end();
      });
      expect(failure).toMatchObject({ kind: "refused" });
      expect(failure.message).toContain(LABELS[engine]);
      expect(failure.message).toContain("64 MB");
      await holds(service);
    },
  );

  test("[EN14] compressed answers within the limits are read as usual", async () => {
    const whole =
      engine === "anthropic"
        ? `${BEGUN.anthropic}${said(engine, "Because.")}event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`
        : `${said(engine, "Because.")}data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
    await using service = await serveHostile(async (response) => {
      response.writeHead(200, { ...SSE, "content-encoding": "gzip" }).end(gzipSync(whole));
    });
    const events = await eventsOf(ENGINES[engine]!(service.url).turn(ask));
    expect(events.at(-1)).toMatchObject({ type: "done", message: { content: [{ text: "Because." }] } });
  });

  test("[EN15] a turn of very many tool calls is cut off at 4,096 parts", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, SSE);
      await write(BEGUN[engine]!);
      for (let index = 0; index < 40_000; index += 1) {
        const call =
          engine === "anthropic"
            ? `event: content_block_start\ndata: {"type":"content_block_start","index":${index},"content_block":{"type":"tool_use","id":"t${index}","name":"look","input":{}}}\n\n`
            : `data: {"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":${index},"id":"t${index}","function":{"name":"look","arguments":"{}"}}]}}]}\n\n`;
        if (!(await write(call))) return;
      }
      response.end();
    });
    expect(failure.message).toContain("4,096 parts");
    await holds(service);
  });

  test("[EN15] the input of a tool call is cut off at 16 MB, however small its pieces", async () => {
    const { service, failure } = await attacked(engine, async (response, write) => {
      response.writeHead(200, SSE);
      const piece = "x".repeat(20_000);
      if (engine === "anthropic") {
        await write(
          `${BEGUN.anthropic}event: content_block_start\ndata: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"look","input":{}}}\n\n`,
        );
        const more = `event: content_block_delta\ndata: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"${piece}"}}\n\n`;
        return flood(write, Buffer.from(more), 40);
      }
      const call = (fields: object) =>
        `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...fields }] } }] })}\n\n`;
      await write(call({ id: "t", function: { name: "look", arguments: '{"x":"' } }));
      await flood(write, Buffer.from(call({ function: { arguments: piece } })), 40);
      response.end();
    });
    expect(failure.message).toContain("16 MB");
    expect(failure.message).toContain("tool call");
    await holds(service);
  });
});

test("[EN14] facts about a model are read within the same bounds", async () => {
  const service = await serveHostile(async (response, write) => {
    response.writeHead(200, JSON_TYPE);
    await flood(write, Buffer.alloc(65_536, " "), MUCH);
    response.end();
  });
  expect(await modelFacts({ apiKey: KEY, baseUrl: service.url, timeoutMs: 20_000 }, "claude-x")).toEqual({});
  expect(service.written()).toBeLessThan(32 * 2 ** 20);
  await holds(service);
});
