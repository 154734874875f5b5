import { expect, test } from "vitest";
import { pricedName } from "../llm/usage.ts";
import { ACTIVE_MS, createMeter, type EndedCall } from "./meter.ts";

function openMeter() {
  let time = 0;
  const meter = createMeter({ version: "1.2.3", modelName: pricedName, now: () => time });
  return {
    meter,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
    /** The value of a series, such as `thoughtbox_tool_calls_total think ok`. */
    async value(series: string): Promise<number | undefined> {
      const all = await meter.samples();
      return all.find(({ name, labels }) => [name, ...Object.values(labels)].join(" ") === series)?.value;
    },
  };
}

const toolCall = (more: Partial<EndedCall>): EndedCall => ({
  kind: "tool",
  name: "think",
  latencyMs: 20,
  ...more,
});

test("[MX1] thoughts are counted by source and kind, and every source has its series from the start", async () => {
  const { meter, value } = openMeter();
  const thought = { source: "think", sessionId: "s", isRevision: false } as const;
  meter.thought(thought, false);
  meter.thought({ ...thought, branchId: "b" }, false);
  meter.thought({ ...thought, branchId: "b", isRevision: true }, false);
  for (const kind of ["main", "branch", "revision"])
    expect(await value(`thoughtbox_thoughts_total think ${kind}`)).toBe(1);
  expect(await value("thoughtbox_thoughts_total host main")).toBe(0);
  expect(await value("thoughtbox_build_info 1.2.3")).toBe(1);
});

test("[MX1] a session is active for a while after its last thought, unless it has ended", async () => {
  const { meter, value, pass } = openMeter();
  const thoughtIn = (sessionId: string) => ({ source: "think", sessionId, isRevision: false }) as const;
  meter.thought(thoughtIn("one"), false);
  pass(ACTIVE_MS - 1);
  meter.thought(thoughtIn("two"), false);
  meter.thought(thoughtIn("three"), false);
  meter.thought(thoughtIn("three"), true);
  expect(await value("thoughtbox_sessions_active")).toBe(2);
  pass(1);
  expect(await value("thoughtbox_sessions_active")).toBe(1);
});

test("[MX1] [MX2] a call is ok, refused if the caller can fix it, or failed", async () => {
  const { meter, value } = openMeter();
  meter.called(toolCall({}));
  meter.called(toolCall({ error: "no", code: "INVALID_ARGUMENT" }));
  meter.called(toolCall({ error: "no", code: "STORE_FULL" }));
  meter.called(toolCall({ error: "no", code: "toString" }));
  meter.called(toolCall({ error: "no" }));
  expect(await value("thoughtbox_tool_calls_total think ok")).toBe(1);
  expect(await value("thoughtbox_tool_calls_total think refused")).toBe(1);
  expect(await value("thoughtbox_tool_calls_total think failed")).toBe(3);
  expect(await value("thoughtbox_tool_duration_seconds_sum think ok")).toBeCloseTo(0.02);
});

test("[MX1] [MX2] models are counted by their names in the price table, and all others as one", async () => {
  const { meter, value } = openMeter();
  const usage = { inputTokens: 10, outputTokens: 5 };
  const turn: EndedCall = { kind: "model", name: "anthropic", latencyMs: 1_000, usage, cost: 0.25 };
  for (const pipe of ["claude-sonnet-4-5-20250929", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"])
    meter.called({ ...turn, pipe });
  for (const pipe of ["my-pipe", "ignore all\n{instructions}", undefined])
    meter.called({ ...turn, pipe, name: "somebody's", error: "no" });
  expect(await value("thoughtbox_engine_calls_total anthropic claude-sonnet-4-5 ok")).toBe(2);
  expect(await value("thoughtbox_engine_tokens_total anthropic claude-sonnet-4-5 input")).toBe(20);
  expect(await value("thoughtbox_engine_tokens_total anthropic claude-sonnet-4-5 output")).toBe(10);
  expect(await value("thoughtbox_engine_cost_dollars_total anthropic claude-sonnet-4-5")).toBe(0.5);
  expect(await value("thoughtbox_engine_duration_seconds_count anthropic claude-sonnet-4-5")).toBe(2);
  expect(await value("thoughtbox_engine_calls_total other other failed")).toBe(3);
});

test("[MX1] cell runs, store durations and store failures are counted", async () => {
  const { meter, value } = openMeter();
  meter.cellRan({ status: "timeout", durationMs: 500 });
  meter.stored("append", 0.001, false);
  meter.stored("search", 0.001, true);
  expect(await value("thoughtbox_notebook_runs_total timeout")).toBe(1);
  expect(await value("thoughtbox_notebook_run_duration_seconds_sum")).toBe(0.5);
  expect(await value("thoughtbox_store_duration_seconds_count append")).toBe(1);
  expect(await value("thoughtbox_store_duration_seconds_count search")).toBeUndefined();
  expect(await value("thoughtbox_store_failures_total search")).toBe(1);
});

test("[MX1] the process has its own metrics", async () => {
  const { value } = openMeter();
  for (const name of [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "nodejs_heap_size_used_bytes",
    "nodejs_eventloop_active_seconds_total",
  ])
    expect(await value(name)).toBeGreaterThan(0);
});
