import { type Child, startChild } from "./start-child.ts";

/** The arguments of a process that changes a cell. */
export interface EditorOrder {
  readonly file: string;
  readonly notebookId: string;
  readonly cellId: string;
  /** Each content is this and the new version. */
  readonly word: string;
  readonly count: number;
}

/** A process that changes a cell. */
export interface Editor extends Child {
  /** The acknowledged contents. */
  acknowledged(): readonly string[];
}

/** Starts a process that changes a cell; it begins at the first command. */
export async function startEditor(order: EditorOrder): Promise<Editor> {
  const child = startChild("editor", order);
  await child.until(() => child.lines.length > 0);
  return { ...child, acknowledged: () => child.lines.slice(1) };
}
