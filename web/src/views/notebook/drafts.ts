import type { CellShape } from "../../data/api-types.ts";

/** Unsaved text of a cell. */
export interface Draft {
  readonly content: string;
  /** The version and content of the cell when editing began. */
  readonly version: number;
  readonly base: string;
  /** The version that someone else saved in the meantime. */
  readonly theirs?: { readonly content: string; readonly version: number };
}

/** Drafts by cell id. */
export type Drafts = ReadonlyMap<string, Draft>;

/** Updates the draft of a cell; a text equal to the saved one removes it. */
export function withTyped(drafts: Drafts, cell: CellShape, content: string): Drafts {
  const before = drafts.get(cell.id);
  if (content === cell.content && !before?.theirs) return without(drafts, cell.id);
  return new Map(drafts).set(cell.id, {
    ...(before ?? { version: cell.version, base: cell.content }),
    content,
  });
}

/**
 * Compares drafts with reloaded cells: a changed text becomes `theirs`, an equal text removes the draft, and a cell that
 * was only moved or renamed updates its version.
 */
export function withReloaded(drafts: Drafts, cells: readonly CellShape[]): Drafts {
  let after = drafts;
  for (const { id, content, version } of cells) {
    const draft = after.get(id);
    if (!draft || draft.version === version) continue;
    if (draft.content === content) after = without(after, id);
    else
      after = new Map(after).set(
        id,
        draft.base === content ? { ...draft, version } : { ...draft, theirs: { content, version } },
      );
  }
  return after;
}

/** Resolves a conflict in favour of the draft. */
export function withMine(drafts: Drafts, id: string): Drafts {
  const draft = drafts.get(id);
  if (!draft?.theirs) return drafts;
  return new Map(drafts).set(id, {
    content: draft.content,
    version: draft.theirs.version,
    base: draft.theirs.content,
  });
}

export function without(drafts: Drafts, id: string): Drafts {
  const after = new Map(drafts);
  after.delete(id);
  return after;
}
