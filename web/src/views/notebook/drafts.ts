import type { CellShape } from "../../data/api-types.ts";

/** What the reader typed into a cell and the server does not have yet. */
export interface Draft {
  readonly content: string;
  /** The version of the cell that it began from, and its content. */
  readonly version: number;
  readonly base: string;
  /** What somebody else made of the cell meanwhile. */
  readonly theirs?: { readonly content: string; readonly version: number };
}

/** Drafts by the ids of their cells. */
export type Drafts = ReadonlyMap<string, Draft>;

/** After something was typed: what is the same as the cell again is no draft. */
export function typed(drafts: Drafts, cell: CellShape, content: string): Drafts {
  const before = drafts.get(cell.id);
  if (content === cell.content && !before?.theirs) return without(drafts, cell.id);
  return new Map(drafts).set(cell.id, {
    ...(before ?? { version: cell.version, base: cell.content }),
    content,
  });
}

/**
 * After cells were read again: a draft of a cell whose text another changed knows it; one that is the same text is none,
 * and one of a cell that was only moved or renamed goes on from there.
 */
export function compared(drafts: Drafts, cells: readonly CellShape[]): Drafts {
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

/** After the reader chose their own text: it goes over the other's version. */
export function kept(drafts: Drafts, id: string): Drafts {
  const draft = drafts.get(id);
  if (!draft?.theirs) return drafts;
  return new Map(drafts).set(id, {
    content: draft.content,
    version: draft.theirs.version,
    base: draft.theirs.content,
  });
}

/** Without the draft of a cell. */
export function without(drafts: Drafts, id: string): Drafts {
  const after = new Map(drafts);
  after.delete(id);
  return after;
}
