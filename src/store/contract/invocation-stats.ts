import { describe, expect, it } from "vitest";
import type { Fixture } from "./fixture.ts";
import { invocationOf, timeAt } from "./invocation-fixture.ts";

/** The contract for the statistics of invocations. */
export function describeInvocationStats(on: Fixture): void {
  describe("statistics of invocations", () => {
    it("[IV1] each tool and each model has its calls, failures, latencies, tokens and cost, most calls first", async () => {
      const model = { kind: "model", tool_name: "anthropic" } as const;
      const used = { input_tokens: 100, output_tokens: 10 };
      await on.store.keepInvocations([
        ...Array.from({ length: 100 }, (_, i) => invocationOf(i, { latency_ms: (i * 37) % 100 })),
        invocationOf(1, { ...model, pipe_name: "big", ...used, cost: 0.5, latency_ms: 900 }),
        invocationOf(2, { ...model, pipe_name: "big", ...used, cost: 0.25, latency_ms: 100 }),
        invocationOf(3, { ...model, pipe_name: "big", success: false, error: "no", latency_ms: 5 }),
        invocationOf(4, { ...model, pipe_name: "small", ...used, latency_ms: 7 }),
        invocationOf(5, { ...model, pipe_name: "small", success: false, error: "no" }),
        invocationOf(6, model),
      ]);
      const none = { failures: 0, input_tokens: 0, output_tokens: 0 };
      expect(await on.store.invocationStats({})).toEqual([
        { kind: "tool", tool_name: "think", calls: 100, ...none, p50_ms: 49, p95_ms: 94 },
        {
          ...{ ...model, pipe_name: "big", calls: 3, failures: 1, p50_ms: 100, p95_ms: 900 },
          ...{ input_tokens: 200, output_tokens: 20, cost: 0.75 },
        },
        { ...model, pipe_name: "small", calls: 2, failures: 1, p50_ms: 7, p95_ms: 7, ...used },
        { ...model, calls: 1, ...none, p50_ms: 0, p95_ms: 0 },
      ]);
    });

    it("[IV1] statistics can be limited to a time range, both ends included, and are empty without calls", async () => {
      expect(await on.store.invocationStats({})).toEqual([]);
      await on.store.keepInvocations([1, 2, 3, 4].map((at) => invocationOf(at, { latency_ms: at })));
      const statistics = async (filter: { readonly since?: string; readonly until?: string }) =>
        (await on.store.invocationStats(filter)).map(({ calls, p50_ms }) => [calls, p50_ms]);
      expect(await statistics({ since: timeAt(2), until: timeAt(3) })).toEqual([[2, 2]]);
      expect(await statistics({ since: timeAt(4) })).toEqual([[1, 4]]);
      expect(await statistics({ until: timeAt(0) })).toEqual([]);
    });
  });
}
