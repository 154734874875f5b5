import { type Evidence, type Mark, markOf } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";

/** The last run of a cell, with its outputs. */
export type CellRun = NonNullable<Awaited<ReturnType<Store["cellRun"]>>>;

/** Longer values and errors are cut, so that an outcome stays a line. */
const MAX_RESULT_CHARACTERS = 160;

/** What the last run of a cited cell came to, as a mark. Runs of one cell have one subject, so the newest replaces the others. */
export function cellOutcome({ notebook, cell }: Evidence, run: CellRun): Mark {
  return markOf("outcome", `cell ${notebook}/${cell}: ${resultOf(run)}`);
}

function resultOf({ status, exitCode, outputs }: CellRun): string {
  const error = outputs.findLast((one) => one.type === "error");
  if (status === "timeout") return "stopped by its time limit";
  if (status === "killed") return "stopped before its end";
  if (status === "failed")
    return error
      ? `failed with ${oneLine(`${error.name}: ${error.message}`)}`
      : `failed with exit code ${exitCode}`;
  const result = outputs.findLast((one) => one.type === "display" && one.result === true);
  const value =
    result?.type === "display" ? (result.data["text/plain"] ?? result.data["application/json"]) : undefined;
  if (value !== undefined && value.trim() !== "") return oneLine(value);
  const printed = outputs
    .map((one) => (one.type === "stream" && one.name === "stdout" ? one.text : ""))
    .join("");
  const last = printed.trimEnd().split("\n").at(-1) ?? "";
  return last.trim() === "" ? "completed" : `printed ${oneLine(last)}`;
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_RESULT_CHARACTERS)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= MAX_RESULT_CHARACTERS
    ? line
    : `${line.slice(0, MAX_RESULT_CHARACTERS - 1).toWellFormed()}…`;
}
