import type { Output } from "../../notebook/output.ts";
import type { Terminal } from "../command.ts";
import { line, paragraph } from "../table.ts";
import { displayText } from "./display-text.ts";
import { isFine, type NotebookResult, type NotebookRun, type RanCell } from "./run-notebook.ts";
import { createSafeStream } from "./safe-stream.ts";

type Watcher = Required<Pick<NotebookRun, "onInstall" | "onCell" | "onOutput" | "onRan">>;

/** Reports a run while it happens: headings on a terminal, the output of cells, errors on stderr. */
export function reportTo(terminal: Terminal): Watcher {
  const stream = createSafeStream(terminal.out);
  let first = true;
  return {
    onInstall: (text) => terminal.err(`${line(text)}\n`),
    onCell({ filename }) {
      if (terminal.isTerminal) terminal.out(`${first ? "" : "\n"}── ${line(filename)} ──\n`);
      first = false;
    },
    onOutput: stream.push,
    onRan(ran) {
      const { result } = ran;
      stream.end();
      for (const data of [...result.displays, ...(result.value ? [result.value] : [])])
        terminal.out(displayText(data));
      if (result.truncated) terminal.out("[output truncated]\n");
      if (result.status !== "completed") terminal.err(failureText(ran));
    },
  };
}

/** The last line of a run. */
export function summary({ ran, left, durationMs }: NotebookResult): string {
  const rest = left.length > 0 ? `, ${left.length} left` : "";
  const cells = ran.length === 1 ? "1 cell" : `${ran.length} cells`;
  return `${cells} ran, ${failures(ran)} failed${rest}, ${(durationMs / 1000).toFixed(1)} s`;
}

/** A run for scripts. */
export function runObject(title: string, result: NotebookResult): object {
  const { ran, left, durationMs } = result;
  return {
    title,
    status: isFine(result) ? "completed" : "failed",
    ran: ran.length,
    failed: failures(ran),
    left: left.length,
    durationMs: Math.round(durationMs),
    cells: [...ran.map(cellObject), ...left.map(({ filename }) => ({ filename, status: "left" }))],
  };
}

function cellObject({ cell, result, outputs }: RanCell): object {
  const { status, output, error, exitCode, durationMs, value, displays, truncated } = result;
  const frame = frameIn(outputs);
  return {
    filename: cell.filename,
    status,
    output,
    ...(error && { error: { ...error, ...(frame !== undefined && { frame }) } }),
    exitCode,
    durationMs: Math.round(durationMs),
    ...(value && { value }),
    displays,
    truncated,
  };
}

function failures(ran: readonly RanCell[]): number {
  return ran.filter(({ result }) => result.status !== "completed").length;
}

function frameIn(outputs: readonly Output[]): string | undefined {
  return outputs.find((output) => output.type === "error")?.frame;
}

function failureText({ cell, result: { status, error }, outputs }: RanCell): string {
  const place = `${line(cell.filename)}${error?.line === undefined ? "" : `:${error.line}`}`;
  const said = error ? `${line(error.name, 80)}: ${paragraph(error.message)}` : status;
  const frame = frameIn(outputs);
  return `${place}: ${said}\n${frame === undefined ? "" : `${paragraph(frame)}\n`}`;
}
