import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../../ledger/index.ts";
import { eventStream } from "./event-stream.ts";
import type { ApiEvent } from "./route.ts";

const reading = (answer: Response) => {
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  return {
    next: async () => decoder.decode((await reader.read()).value),
    leave: () => reader.cancel(),
  };
};

describe("a stream of events", () => {
  const options = { onEnd: vi.fn(), onFault: vi.fn() };
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] }),
  );
  afterEach(() => {
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  test("[AP6] an event has its id, name and data on one line, for any data", async () => {
    async function* events(): AsyncGenerator<ApiEvent> {
      yield { event: "change", data: ["a\r\n\nid: 7\u2028"], id: "3" };
      yield { event: "ready", data: {} };
    }
    const answer = eventStream(events(), options);
    expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(await answer.text()).toBe(
      'id: 3\nevent: change\ndata: ["a\\r\\n\\nid: 7\u2028"]\n\nevent: ready\ndata: {}\n\n',
    );
    expect(options.onEnd).toHaveBeenCalledTimes(1);
  });

  test("[AP6] a failing stream ends in one error without its cause", async () => {
    async function* events(): AsyncGenerator<ApiEvent> {
      yield { event: "ready", data: 1 };
      throw new Error("a secret path");
    }
    const text = await eventStream(events(), options).text();
    expect(text).toMatch(/^event: ready\ndata: 1\n\nevent: error\ndata: \{"code":"INTERNAL",/);
    expect(text).not.toContain("secret");
    expect(options.onFault).toHaveBeenCalledTimes(1);
    async function* refused(): AsyncGenerator<ApiEvent> {
      yield { event: "ready", data: 1 };
      throw new Failure("STORE_BUSY", {});
    }
    expect(await eventStream(refused(), options).text()).toContain('"code":"STORE_BUSY"');
  });

  test("[AP6] a quiet stream sends a heartbeat", async () => {
    const silence = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<ApiEvent> {
      await silence.promise;
      yield { event: "ready", data: 1 };
    }
    const { next } = reading(eventStream(events(), { ...options, heartbeatMs: 15_000 }));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await next()).toBe(":\n\n");
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await next()).toBe(":\n\n");
    silence.resolve();
    expect(await next()).toContain("ready");
  });

  test("[AP6] reads nothing while the client does not read, and drops a client that never does", async () => {
    let asked = 0;
    async function* events(): AsyncGenerator<ApiEvent> {
      for (;;) yield { event: "change", data: `${asked++}${"x".repeat(40_000)}` };
    }
    const answer = eventStream(events(), { ...options, patienceMs: 30_000, heartbeatMs: 10_000 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toBe(2);
    const { next } = reading(answer);
    expect(await next()).toContain("0xxx");
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toBe(3);
    expect(options.onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_001);
    expect(options.onEnd).toHaveBeenCalledTimes(1);
    await expect(next()).rejects.toThrow("did not read");
  });

  test("[AP6] a reader that leaves ends the stream", async () => {
    let isOver = false;
    const left = new AbortController();
    async function* events(): AsyncGenerator<ApiEvent> {
      try {
        yield { event: "ready", data: 1 };
        await new Promise((resolve) => left.signal.addEventListener("abort", resolve));
      } finally {
        isOver = true;
      }
    }
    const { next, leave } = reading(eventStream(events(), { ...options, onEnd: () => left.abort() }));
    await next();
    await leave();
    await vi.waitFor(() => expect(isOver).toBe(true));
  });
});
