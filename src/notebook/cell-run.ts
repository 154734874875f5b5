import { errorFrame } from "./kernel/error-frame.ts";
import type { RunResult } from "./kernel/kernel.ts";
import type { CellRun } from "./notebook-store.ts";
import type { Output } from "./output.ts";

/** A kernel's result as it is stored: printed output, displays, the value, and the error with its lines. */
export function toCellRun(result: RunResult, code: string, startedAt: string): CellRun {
  const { status, exitCode, durationMs, truncated, output, displays, value, error } = result;
  const outputs: Output[] = [];
  if (output !== "") outputs.push({ type: "stream", name: "stdout", text: output });
  for (const data of displays) outputs.push({ type: "display", data: { ...data } });
  if (value) outputs.push({ type: "display", data: { ...value }, result: true });
  if (error) {
    const { name, message, line, column } = error;
    const frame = line === undefined ? undefined : errorFrame(code, line, column);
    outputs.push({ type: "error", name, message, ...(frame && { frame }) });
  }
  return { status, exitCode, durationMs: Math.round(durationMs * 10) / 10, startedAt, truncated, outputs };
}
