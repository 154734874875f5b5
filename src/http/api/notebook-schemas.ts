import * as z from "zod";
import { Cell } from "../../notebook/cell.ts";
import { Language } from "../../notebook/notebook.ts";
import { Output } from "../../notebook/output.ts";
import { list, time } from "./schemas.ts";

/** A notebook in a list. */
export const NotebookRow = z
  .object({
    id: z.string(),
    title: z.string(),
    language: Language,
    allowNet: list(z.string()),
    cellCount: z.int(),
    createdAt: time,
    updatedAt: time,
    owner: z.string().optional(),
  })
  .meta({ id: "NotebookRow" });
export type NotebookRow = z.infer<typeof NotebookRow>;

const RunStatus = z.enum(["completed", "failed", "timeout", "killed"]);

/** How a cell ran. */
const CellRunFacts = z
  .object({
    status: RunStatus,
    exitCode: z.int().nullable(),
    durationMs: z.number(),
    startedAt: time,
    truncated: z.boolean(),
  })
  .meta({ id: "CellRunFacts" });
export type CellRunFacts = z.infer<typeof CellRunFacts>;

/** A run with its output. */
export const CellRunShape = CellRunFacts.extend({ outputs: list(Output) }).meta({ id: "CellRun" });
export type CellRunShape = z.infer<typeof CellRunShape>;

const state = { version: z.int(), stale: z.boolean(), run: CellRunFacts.optional() };

/** A cell with its state. */
export const CellShape = z
  .discriminatedUnion("kind", [
    Cell.options[0].extend(state),
    Cell.options[1].extend(state),
    Cell.options[2].extend(state),
  ])
  .meta({ id: "Cell" });
export type CellShape = z.infer<typeof CellShape>;

/** A notebook with its cells in order. */
export const NotebookShape = NotebookRow.extend({
  cells: list(CellShape),
  packageJson: z.string().optional(),
  tsconfig: z.string().optional(),
}).meta({ id: "Notebook" });
export type NotebookShape = z.infer<typeof NotebookShape>;

const SandboxLayer = z.object({ active: z.boolean(), message: z.string() });

/** A notebook with its running cells and the sandbox layers of its kernel. */
export const NotebookDetail = z
  .object({
    notebook: NotebookShape,
    running: list(z.string()).describe("ids of the cells that run or wait in this server now"),
    sandboxLayers: z.object({
      deno: SandboxLayer,
      namespaces: SandboxLayer,
      files: SandboxLayer,
      limits: SandboxLayer,
    }),
  })
  .meta({ id: "NotebookDetail" });
export type NotebookDetail = z.infer<typeof NotebookDetail>;

/** A cell after a change. */
export const ChangedCell = z.object({ cell: CellShape, warning: z.string().optional() });
export type ChangedCell = z.infer<typeof ChangedCell>;

/** Output of a running cell. */
export const OutputEvent = z.object({
  cellId: z.string(),
  text: z.string(),
  missing: z.int().optional().describe("characters left out before this text; the run has them"),
});
export type OutputEvent = z.infer<typeof OutputEvent>;

/** A cell begins, in a run of several cells. */
export const StepEvent = z.object({ cellId: z.string(), done: z.int(), total: z.int() });
export type StepEvent = z.infer<typeof StepEvent>;

/** A cell that ran. */
export const RanCellShape = z
  .object({ cellId: z.string(), cell: CellShape, run: CellRunShape, warning: z.string().optional() })
  .meta({ id: "RanCell" });
export type RanCellShape = z.infer<typeof RanCellShape>;
