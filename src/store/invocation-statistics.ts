import type { Invocation, InvocationStats } from "../ledger/index.ts";

/** Statistics list this many tools and models at most, those with the most calls. */
const GROUPS_NAMED = 500;

/**
 * Sums up the statistics of each tool and model. Each row counts the calls with one latency, which keeps the rows few
 * and the percentiles exact.
 */
export function createStatistics() {
  const groups = new Map<string, Group>();
  return {
    add(rows: readonly Readonly<Record<string, unknown>>[]): void {
      for (const row of rows) add(groups, row);
    },
    /** Most calls first. */
    all: (): InvocationStats[] =>
      [...groups.values()]
        .sort((a, b) => b.calls - a.calls)
        .slice(0, GROUPS_NAMED)
        .map(toStats),
  };
}

interface Group {
  readonly kind: Invocation["kind"];
  readonly tool_name: string;
  readonly pipe_name: string | null;
  calls: number;
  failures: number;
  input_tokens: number;
  output_tokens: number;
  cost: number | null;
  /** Number of calls by latency, without calls that have none. */
  readonly latencies: Map<number, number>;
}

function add(groups: Map<string, Group>, row: Readonly<Record<string, unknown>>): void {
  const key = JSON.stringify([row.kind, row.tool_name, row.pipe_name]);
  let group = groups.get(key);
  if (!group) {
    const { kind, tool_name, pipe_name } = row as unknown as Group;
    const none = { calls: 0, failures: 0, input_tokens: 0, output_tokens: 0, cost: null };
    group = { kind, tool_name, pipe_name, ...none, latencies: new Map() };
    groups.set(key, group);
  }
  const { latencies } = group;
  const calls = row.calls as number;
  group.calls += calls;
  group.failures += row.failures as number;
  group.input_tokens += (row.input_tokens as number | null) ?? 0;
  group.output_tokens += (row.output_tokens as number | null) ?? 0;
  if (row.cost !== null) group.cost = (group.cost ?? 0) + (row.cost as number);
  const ms = row.latency_ms as number | null;
  if (ms !== null) latencies.set(ms, (latencies.get(ms) ?? 0) + calls);
}

function toStats({ pipe_name, latencies, cost, ...group }: Group): InvocationStats {
  const shortestFirst = [...latencies].sort(([a], [b]) => a - b);
  return {
    ...group,
    ...(pipe_name !== null && { pipe_name }),
    p50_ms: percentile(shortestFirst, 0.5),
    p95_ms: percentile(shortestFirst, 0.95),
    ...(cost !== null && { cost }),
  };
}

/** The lowest latency that this share of the calls did not exceed. */
function percentile(latencies: readonly (readonly [ms: number, calls: number])[], part: number): number {
  const all = latencies.reduce((sum, [, calls]) => sum + calls, 0);
  let left = Math.ceil(all * part);
  for (const [ms, calls] of latencies) {
    left -= calls;
    if (left <= 0) return ms;
  }
  return 0;
}
