/** Notebooks without a server: the `.src.md` format, documents, templates, and a kernel for untrusted cells. */
export { Cell, type CodeCell } from "./cell.ts";
export { toCellRun } from "./cell-run.ts";
export { type DecodeOptions, decode } from "./decode.ts";
export { encode } from "./encode.ts";
export { NotebookFileError } from "./file-error.ts";
export { toHtml } from "./html.ts";
export { toIpynb } from "./ipynb.ts";
export { createKernel, type Kernel, type RunOptions, type RunResult } from "./kernel/kernel.ts";
export { DEFAULT_KERNEL_LIMITS, type KernelLimits } from "./kernel/limits.ts";
export type { Bundle, CellError } from "./kernel/protocol.ts";
export {
  type CellDraft,
  Language,
  Notebook,
  type NotebookDraft,
  type NotebookIds,
  toNotebook,
} from "./notebook.ts";
export type { CellRun, RunFacts } from "./notebook-store.ts";
export { Output, type Outputs, TABLE } from "./output.ts";
export { TemplateName, template, templateNames } from "./template.ts";
