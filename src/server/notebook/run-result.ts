import type { CellRun, CellState } from "../../notebook/notebook-store.ts";
import { jsonOf, type Output } from "../../notebook/output.ts";
import { cutMiddle } from "./cut.ts";
import { displayContent } from "./displays.ts";
import { outputUri } from "./uris.ts";

/** Longer output is cut: three quarters of this are from the beginning, one from the end. */
const MOST_OUTPUT = 16_000;
/** A value with more characters of JSON is returned as text. */
const MOST_JSON = 4_000;
const MOST_TEXT = 16_000;

/** Everything that a run printed. */
export function outputOf({ outputs }: CellRun): string {
  return outputs.map((one) => (one.type === "stream" ? one.text : "")).join("");
}

/** The error of a run, as `Name: message (filename:line)` and the lines around it; null when it has none. */
export function errorOf({ outputs }: CellRun, cell: CellState, most = MOST_TEXT): string | null {
  const error = outputs.findLast((one) => one.type === "error");
  if (!error) return null;
  const { name, message, frame } = error;
  // The frame marks the line with the error.
  const line = frame && /^>\s*(\d+)/m.exec(frame)?.[1];
  const position = line && cell.kind === "code" ? ` (${cell.filename}:${line})` : "";
  const text = `${name}: ${message}${position}`;
  return cutMiddle(frame === undefined ? text : `${text}\n${frame}`, most);
}

/** The result of a run, and its displays as MCP content. */
export function runResult(notebookId: string, cell: CellState, run: CellRun) {
  const output = outputOf(run);
  const isCut = output.length > MOST_OUTPUT;
  const uri = outputUri(notebookId, cell.id);
  const { embedded, displays } = displayContent(notebookId, cell.id, run.outputs);
  const facts = {
    status: run.status,
    output: cutMiddle(output, MOST_OUTPUT, uri),
    error: errorOf(run, cell),
    exitCode: run.exitCode,
    durationMs: Math.round(run.durationMs),
    value: lastValue(run.outputs),
    truncated: run.truncated || isCut || undefined,
    outputUri: isCut ? uri : undefined,
    displays: displays.length > 0 ? displays : undefined,
  };
  return { facts, embedded };
}

/** The value of the last expression, as JSON if it is short enough, otherwise as text. */
function lastValue(outputs: readonly Output[]): unknown {
  const result = outputs.findLast((one) => one.type === "display" && one.result === true);
  if (result?.type !== "display") return null;
  const json = result.data["application/json"];
  if (json !== undefined && json.length <= MOST_JSON) {
    const value = jsonOf("application/json", json);
    if (value !== undefined) return value;
  }
  const text = result.data["text/plain"];
  return text === undefined ? null : cutMiddle(text, MOST_TEXT);
}
