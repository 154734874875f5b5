import type { Invocation, InvocationStats } from "../../ledger/index.ts";
import type { Colours } from "../colours.ts";
import { line, paragraph, safeJson, table } from "../table.ts";

/** Calls as a table. */
export function invocationTable(found: readonly Invocation[], colours: Colours): string {
  const rows = found.map((one) => [
    line(one.id),
    one.created_at.slice(0, 19).replace("T", " "),
    line(nameOf(one), 40),
    one.latency_ms === undefined ? "" : String(one.latency_ms),
    one.success ? "ok" : "failed",
    line(one.session_id ?? "", 40),
    line(one.error ?? "", 60),
  ]);
  return table(["ID", "TIME", "TOOL", "MS", "RESULT", "SESSION", "ERROR"], rows, colours);
}

/** One call with all details. */
export function invocationPage(one: Invocation): string {
  const facts: readonly (readonly [string, string | number | undefined])[] = [
    ["id", one.id],
    ["time", one.created_at],
    [one.kind === "model" ? "engine" : "tool", one.tool_name],
    ["model", one.pipe_name],
    ["session", one.session_id],
    ["result", one.success ? "ok" : "failed"],
    ["latency", one.latency_ms === undefined ? undefined : `${one.latency_ms} ms`],
    ["tokens", tokensOf(one)],
    ["cost", one.cost === undefined ? undefined : dollars(one.cost)],
  ];
  const rows = facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.padEnd(8)} ${line(String(value))}\n`);
  const parts = [rows.join("")];
  if (one.error !== undefined) parts.push(`error\n${indented(paragraph(one.error))}\n`);
  parts.push(`input\n${indented(jsonOf(one.input))}\n`);
  if (one.output !== undefined) parts.push(`output\n${indented(jsonOf(one.output))}\n`);
  return parts.join("\n");
}

/** Statistics as a table. */
export function statsTable(stats: readonly InvocationStats[]): string {
  const rows = stats.map((one) => [
    line(nameOf(one), 60),
    ...[one.calls, one.failures, one.p50_ms, one.p95_ms, one.input_tokens, one.output_tokens].map(String),
    one.cost === undefined ? "" : dollars(one.cost),
  ]);
  return table(["TOOL", "CALLS", "FAILED", "P50 MS", "P95 MS", "TOKENS IN", "TOKENS OUT", "COST"], rows);
}

/** A tool's name, or a model's engine and name. */
function nameOf({ tool_name, pipe_name }: Pick<Invocation, "tool_name" | "pipe_name">): string {
  return pipe_name === undefined ? tool_name : `${tool_name} ${pipe_name}`;
}

function tokensOf({ input_tokens, output_tokens }: Invocation): string | undefined {
  if (input_tokens === undefined && output_tokens === undefined) return undefined;
  return `${input_tokens ?? 0} in, ${output_tokens ?? 0} out`;
}

/** Two decimals from one dollar on, three significant digits below. */
const dollars = (cost: number): string => `$${cost >= 1 ? cost.toFixed(2) : Number(cost.toPrecision(3))}`;

const jsonOf = (value: unknown): string => safeJson(JSON.stringify(value, null, 2));

const indented = (text: string): string => text.replace(/^/gm, "  ");
