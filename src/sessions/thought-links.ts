import type { Thought } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";

/** What refers to a thought. */
export interface ThoughtLinks {
  /** The `seq` of each thought that revises it. */
  readonly revisedBy: readonly number[];
  /** The branches that start at it, each with the `seq` of its first thought. */
  readonly forks: readonly { readonly branchId: string; readonly seq: number }[];
}

/** How many entries of the outline are read at a time. */
const PAGE = 20_000;
/** The most links of each kind. */
const MAX_LINKS = 1_000;

/** Finds what revises a thought and which branches fork from it; all of them come after it. */
export async function findLinks(
  store: Pick<Store, "outline">,
  thought: Pick<Thought, "id" | "seq" | "sessionId" | "branchId">,
): Promise<ThoughtLinks> {
  const revisedBy: number[] = [];
  const forks = new Map<string, number>();
  for (let after = thought.seq; ; ) {
    const entries = await store.outline(thought.sessionId, { after, limit: PAGE });
    for (const { seq, parentId, revisesId, branchId } of entries) {
      if (revisesId === thought.id && revisedBy.length < MAX_LINKS) revisedBy.push(seq);
      const isFork = parentId === thought.id && branchId !== undefined && branchId !== thought.branchId;
      if (isFork && forks.size < MAX_LINKS) forks.set(branchId, seq);
    }
    if (entries.length < PAGE) break;
    after = entries.at(-1)!.seq;
  }
  return { revisedBy, forks: [...forks].map(([branchId, seq]) => ({ branchId, seq })) };
}
