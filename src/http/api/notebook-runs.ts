import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import type { RanCell } from "../../notebook/notebooks.ts";
import { cellPath, needCell, needNotebook, notebookPath, PAGE_CALLER } from "./notebook-path.ts";
import { OutputEvent, RanCellShape, StepEvent } from "./notebook-schemas.ts";
import { eventRoute } from "./route.ts";
import { runEvents } from "./run-events.ts";

const timeoutMs = z
  .int()
  .min(1)
  .optional()
  .describe("milliseconds a cell may run, up to the operator's maximum");
const error = z.object({ code: z.string(), message: z.string() });

/** Runs one cell. */
export const runCell = eventRoute({
  method: "POST",
  path: "/notebooks/:id/cells/:cell/run",
  summary: "Runs a code cell: what it prints as it does, then exactly one done or error",
  scopes: ["write", "run"],
  params: cellPath,
  body: z.object({ timeoutMs }),
  events: { output: OutputEvent, step: StepEvent, done: RanCellShape, error },
  async run({ params, body }, { store, notebooks }) {
    const { id: cellId, kind } = await needCell(store, params);
    if (kind !== "code")
      throw new Failure("INVALID_ARGUMENT", {
        problem: `${cellId} is a ${kind} cell. Only code cells run: send the id of one.`,
      });
    const which = { notebookId: params.id, cellId, ...given(body.timeoutMs) };
    return runEvents(cellId, async (watch) => shown(await notebooks.runCell(PAGE_CALLER, which, watch)));
  },
});

/** Runs all cells. */
export const runAll = eventRoute({
  method: "POST",
  path: "/notebooks/:id/run-all",
  summary:
    "Runs all code cells, or the stale ones, until one fails: steps and output, then exactly one done or error",
  scopes: ["write", "run"],
  params: notebookPath,
  body: z.object({
    only: z.literal("stale").optional(),
    keepGoing: z.boolean().optional().describe("goes on after a cell that fails"),
    timeoutMs,
  }),
  events: {
    step: StepEvent,
    output: OutputEvent,
    done: z.object({
      ran: z.array(RanCellShape).readonly(),
      left: z.int().describe("cells that did not run"),
    }),
    error,
  },
  async run({ params, body: { only, keepGoing, timeoutMs: wanted } }, { store, notebooks }) {
    const { id: notebookId } = await needNotebook(store, params.id);
    const which = {
      notebookId,
      ...(only && { only }),
      ...(keepGoing !== undefined && { keepGoing }),
      ...given(wanted),
    };
    return runEvents(undefined, async (watch) => {
      const { ran, left } = await notebooks.runCells(PAGE_CALLER, which, watch);
      return { ran: ran.map(shown), left };
    });
  },
});

const given = (wanted: number | undefined) => (wanted === undefined ? {} : { timeoutMs: wanted });

function shown({ cell, run, warning }: RanCell) {
  return { cellId: cell.id, cell, run, ...(warning !== undefined && { warning }) };
}
