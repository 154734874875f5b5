import { createHash } from "node:crypto";

/** A record of a transcript whose records form a tree. */
interface TreeNode {
  readonly id: string;
  readonly parent: TreeNode | undefined;
  /** Records of one message belong together, even if some are not ancestors of the last record. */
  readonly message: string | undefined;
  /** Whether it only contains tool results; a person never goes back to such a record. */
  readonly isResult: boolean;
  /** Its line in the file. */
  readonly line: number;
  /** Key of its last thought. */
  thought: string | undefined;
  isMain: boolean;
  branch: Branch | undefined;
}

/** A line that was abandoned. */
export interface Branch {
  readonly id: string;
  /** Key of the thought that it forks from. */
  readonly fork: string | undefined;
}

/**
 * Creates the tree of a transcript's records. The main line leads to the last record. Records outside it were abandoned
 * by a rewind, and each abandoned leaf ends a branch.
 */
export function createMessageTree() {
  const nodes = new Map<string, TreeNode>();
  let last: TreeNode | undefined;
  /** Records before this one were summarized. */
  let compactedBefore = 0;

  return {
    has: (id: string) => nodes.has(id),
    /** The line where a record first occurs. */
    lineOf: (id: string) => nodes.get(id)?.line,
    /** The record that was added last. */
    last: () => last?.id,
    /** The context was replaced by a summary of all records so far. */
    compacted(): void {
      compactedBefore = (last?.line ?? 0) + 1;
    },
    /**
     * Adds a record behind its parent. A parent that does not come before it in the file is not followed, so there are
     * no cycles; `continues` records then follow the record before them. After a compaction, programs link records to
     * summarized ones by mistake: only `mayGoBack` records follow such a parent.
     */
    add(
      id: string,
      parent: string | undefined,
      facts: {
        readonly line: number;
        readonly message?: string | undefined;
        readonly thought?: string | undefined;
        readonly continues: boolean;
        readonly mayGoBack?: boolean;
        readonly isResult?: boolean;
      },
    ): void {
      const known = parent === undefined ? undefined : nodes.get(parent);
      const isMistaken = known && known.line < compactedBefore && facts.mayGoBack === false;
      const node: TreeNode = {
        id,
        parent: isMistaken ? last : (known ?? (facts.continues ? last : undefined)),
        message: facts.message,
        isResult: facts.isResult === true,
        line: facts.line,
        thought: facts.thought,
        isMain: false,
        branch: undefined,
      };
      nodes.set(id, node);
      last = node;
    },
    /** A later version of a record has another last thought. */
    update(id: string, thought: string | undefined): void {
      const node = nodes.get(id);
      if (node) node.thought = thought;
    },
    /** Separates the main line, which ends with the record `end`, from the branches. */
    settle(end: string | undefined = last?.id): void {
      for (let node = end === undefined ? undefined : nodes.get(end); node; node = node.parent)
        node.isMain = true;
      const messages = new Set<string>();
      for (const { isMain, message } of nodes.values()) if (isMain && message) messages.add(message);
      for (const node of nodes.values()) {
        const isPart = node.message !== undefined && messages.has(node.message);
        // Results of parallel calls end in leaves of their own.
        if (isPart || (node.isResult && node.parent?.isMain)) node.isMain = true;
      }
      for (const leaf of [...nodes.values()].reverse()) {
        if (leaf.isMain || leaf.branch) continue;
        const line: TreeNode[] = [];
        let node: TreeNode | undefined = leaf;
        for (; node && !node.isMain && !node.branch; node = node.parent) line.push(node);
        const branch = { id: `rewind-${shortName(line.at(-1)!.id)}`, fork: nearestThought(node) };
        for (const one of line) one.branch = branch;
      }
    },
    /** The branch of a record; undefined on the main line. */
    branchOf: (id: string): Branch | undefined => nodes.get(id)?.branch,
    /** Key of the nearest thought at or before a record. */
    thoughtAt: (id: string): string | undefined => nearestThought(nodes.get(id)),
    isMain: (id: string): boolean => nodes.get(id)?.isMain === true,
  };
}

/** A short name for a record's id that is the same on every run. */
function shortName(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 8);
}

function nearestThought(from: TreeNode | undefined): string | undefined {
  let node = from;
  while (node && node.thought === undefined) node = node.parent;
  return node?.thought;
}

/** The tree of a transcript's records. */
export type MessageTree = ReturnType<typeof createMessageTree>;
