import * as z from "zod";
import { Cell } from "./cell.ts";

/** The language of a notebook's code cells. */
export const Language = z.enum(["typescript", "javascript"]);
export type Language = z.infer<typeof Language>;

/** A notebook: a title, a language and its cells in order. */
export const Notebook = z.object({
  id: z.string(),
  title: z.string(),
  language: Language,
  cells: z.array(Cell),
  packageJson: z.string().optional().describe("the text of its package.json"),
  tsconfig: z.string().optional().describe("the text of its tsconfig.json"),
});
export type Notebook = z.infer<typeof Notebook>;

/** A cell in a file or an argument: without an id, and for code with an optional name. */
export type CellDraft =
  | { readonly kind: "title" | "markdown"; readonly content: string }
  | { readonly kind: "code"; readonly content: string; readonly filename?: string };

/** A notebook in a file: omitted fields have defaults. */
export interface NotebookDraft {
  readonly title: string;
  readonly language?: Language;
  readonly cells?: readonly CellDraft[];
  readonly packageJson?: string;
  readonly tsconfig?: string;
}

/** Creates the ids of a notebook; positions count from 1. */
export interface NotebookIds {
  readonly notebook?: string;
  readonly cell?: (position: number) => string;
}

/** Completes a draft: all defaults are applied here. */
export function toNotebook(draft: NotebookDraft, ids: NotebookIds = {}): Notebook {
  const { language = "typescript", cells = [], ...rest } = draft;
  const idOf = ids.cell ?? ((position) => `cell-${position}`);
  return {
    ...rest,
    id: ids.notebook ?? "notebook",
    language,
    cells: cells.map((cell, index) => toCell(cell, idOf(index + 1), language, index + 1)),
  };
}

function toCell(draft: CellDraft, id: string, language: Language, position: number): Cell {
  if (draft.kind !== "code") return { id, ...draft };
  const extension = language === "typescript" ? "ts" : "js";
  return { id, ...draft, filename: draft.filename ?? `cell-${position}.${extension}` };
}
