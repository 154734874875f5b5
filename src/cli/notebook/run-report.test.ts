import { expect, test } from "vitest";
import type { CodeCell } from "../../notebook/cell.ts";
import type { RunResult } from "../../notebook/kernel/kernel.ts";
import type { Terminal } from "../command.ts";
import { reportTo, runObject, summary } from "./run-report.ts";

const cell: CodeCell = { id: "cell-1", kind: "code", filename: "a.ts", content: "1" };
const result: RunResult = {
  status: "completed",
  output: "",
  displays: [],
  exitCode: 0,
  durationMs: 12.3,
  truncated: false,
  fresh: true,
};

function watched(isTerminal: boolean): string {
  let shown = "";
  const out = (text: string) => {
    shown += text;
  };
  const report = reportTo({ out, err: out, isTerminal } as Terminal);
  for (let time = 0; time < 2; time++) {
    report.onCell(cell);
    report.onOutput("printed");
    report.onRan({ cell, result: { ...result, value: { "text/plain": "1" } }, outputs: [] });
  }
  return shown;
}

test("[J19] a person sees a heading for each cell; a pipe gets only the output", () => {
  expect(watched(true)).toBe("── a.ts ──\nprinted\n1\n\n── a.ts ──\nprinted\n1\n");
  expect(watched(false)).toBe("printed\n1\nprinted\n1\n");
});

test("[J19] the last line counts runs, failures and skipped cells", () => {
  const ran = { cell, result, outputs: [] };
  const failed = { cell, result: { ...result, status: "timeout" as const }, outputs: [] };
  const all = { interrupted: false, durationMs: 1_234, left: [] };
  expect(summary({ ...all, ran: [ran] })).toBe("1 cell ran, 0 failed, 1.2 s");
  expect(summary({ ...all, ran: [ran, failed], left: [cell] })).toBe("2 cells ran, 1 failed, 1 left, 1.2 s");
  expect(runObject("T", { ...all, ran: [] })).toMatchObject({ status: "completed", ran: 0, cells: [] });
  expect(runObject("T", { ...all, ran: [failed] })).toMatchObject({ status: "failed", failed: 1 });
});
