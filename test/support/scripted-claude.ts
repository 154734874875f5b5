import { afterEach, expect } from "vitest";
import { claudeAt, MODEL } from "../../src/host/loop/fixtures.ts";
import type { Engine } from "../../src/llm/index.ts";
import { type ModelServer, type Reply, type Script, startModelServer } from "../../src/testing/index.ts";

/** The scripted services of a test file, one for each test that asks for one. */
export interface ScriptedClaude {
  /** Starts the service of a test and returns an engine for it. */
  serve(script: Script, model?: string): Promise<Engine>;
  /** The service that was started last. */
  readonly server: Pick<ModelServer, "url" | "requests" | "waitForRequest">;
}

/** Closes the services of each test. A test fails if it sent a request that a real service refuses, unless it allows that. */
export function scriptedClaude({ mayRefuse = false } = {}): ScriptedClaude {
  let current: ModelServer | undefined;
  const started = (): ModelServer => current ?? expect.fail("No service was started.");
  async function end(): Promise<void> {
    const refusals = current?.requests.flatMap(({ refusal }) => refusal ?? []) ?? [];
    await current?.close();
    current = undefined;
    if (!mayRefuse) expect(refusals).toEqual([]);
  }
  afterEach(end);
  return {
    async serve(script, model = MODEL) {
      await end();
      current = await startModelServer(script);
      return claudeAt(current.url, model);
    },
    server: {
      get url() {
        return started().url;
      },
      get requests() {
        return started().requests;
      },
      waitForRequest: (n) => started().waitForRequest(n),
    },
  };
}

/** A turn with this many calls of one tool, each with its own arguments. */
export function turnOf(first: number, calls: number, name = "look"): Reply {
  return {
    thinking: "Look.",
    toolCalls: Array.from({ length: calls }, (_, n) => ({
      name,
      id: `c${first + n}`,
      input: { at: first + n },
    })),
  };
}
