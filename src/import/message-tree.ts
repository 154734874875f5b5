import { createIdTable } from "./id-table.ts";
import { createTextList } from "./text-list.ts";

/** A line that was abandoned. */
export interface Branch {
  readonly id: string;
  /** Key of the thought that it forks from. */
  readonly fork: string | undefined;
}

/** The numbers that are kept of each record; 0 stands for none in those that refer to something. */
const FIELDS = 6;
/** The parent's index plus 1. */
const PARENT = 0;
/** Its line in the file. */
const LINE = 1;
/** Records of one message belong together, even if some are not ancestors of the last record. */
const MESSAGE = 2;
/** The key of its last thought, in the list of keys. */
const THOUGHT = 3;
/** Its branch, in the list of branches. */
const BRANCH = 4;
const FLAGS = 5;

const IS_MAIN = 1;
/** It only contains tool results; a person never goes back to such a record. */
const IS_RESULT = 2;

/**
 * Creates the tree of a transcript's records. The main line leads to the last record. Records outside it were abandoned
 * by a rewind, and each abandoned leaf ends a branch. A record is a row of numbers, because there may be very many.
 */
export function createMessageTree() {
  const ids = createIdTable();
  const messages = createIdTable();
  const keys = createTextList();
  const branches: Branch[] = [];
  let rows = new Uint32Array(64 * FIELDS);
  let times = new Float64Array(64);
  let size = 0;
  let lastId: string | undefined;
  /** Records before this line were summarized. */
  let compactedBefore = 0;

  const read = (node: number, field: number): number => rows[node * FIELDS + field]!;
  const has = (node: number, flag: number): boolean => (read(node, FLAGS) & flag) !== 0;
  const parentOf = (node: number): number | undefined => {
    const parent = read(node, PARENT);
    return parent === 0 ? undefined : parent - 1;
  };
  function write(node: number, field: number, value: number): void {
    rows[node * FIELDS + field] = value;
  }
  const makeMain = (node: number) => write(node, FLAGS, read(node, FLAGS) | IS_MAIN);

  function nearestThought(from: number | undefined): string | undefined {
    let node = from;
    while (node !== undefined && read(node, THOUGHT) === 0) node = parentOf(node);
    return node === undefined ? undefined : keys.get(read(node, THOUGHT) - 1);
  }

  function addRow(): number {
    if ((size + 1) * FIELDS > rows.length) {
      const larger = new Uint32Array(rows.length * 2);
      larger.set(rows);
      rows = larger;
      const longer = new Float64Array(times.length * 2);
      longer.set(times);
      times = longer;
    }
    return size++;
  }

  return {
    has: (id: string) => ids.find(id) !== undefined,
    /** The line where a record first occurs. */
    lineOf(id: string): number | undefined {
      const node = ids.find(id);
      return node === undefined ? undefined : read(node, LINE);
    },
    /** The record that was added last. */
    last: () => lastId,
    /** The context was replaced by a summary of all records so far. */
    compacted(): void {
      compactedBefore = (size === 0 ? 0 : read(size - 1, LINE)) + 1;
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
        readonly at?: number | undefined;
        readonly message?: string | undefined;
        readonly thought?: string | undefined;
        readonly continues: boolean;
        readonly mayGoBack?: boolean;
        readonly isResult?: boolean;
      },
    ): void {
      const known = parent === undefined ? undefined : ids.find(parent);
      const before = size === 0 ? undefined : size - 1;
      const isMistaken =
        known !== undefined && read(known, LINE) < compactedBefore && facts.mayGoBack === false;
      const behind = isMistaken ? before : (known ?? (facts.continues ? before : undefined));
      const node = addRow();
      ids.add(id);
      lastId = id;
      write(node, PARENT, behind === undefined ? 0 : behind + 1);
      write(node, LINE, facts.line);
      times[node] = facts.at ?? Number.POSITIVE_INFINITY;
      write(node, MESSAGE, facts.message ? messages.add(facts.message) + 1 : 0);
      write(node, THOUGHT, facts.thought === undefined ? 0 : keys.add(facts.thought) + 1);
      write(node, FLAGS, facts.isResult ? IS_RESULT : 0);
    },
    /** A later version of a record has another last thought. */
    update(id: string, thought: string | undefined): void {
      const node = ids.find(id);
      if (node !== undefined) write(node, THOUGHT, thought === undefined ? 0 : keys.add(thought) + 1);
    },
    /** Separates the main line, which ends with the record `end`, from the branches. */
    settle(end: string | undefined = lastId): void {
      for (
        let node = end === undefined ? undefined : ids.find(end);
        node !== undefined;
        node = parentOf(node)
      )
        makeMain(node);
      const isMainMessage = new Uint8Array(messages.size() + 1);
      for (let node = 0; node < size; node++) if (has(node, IS_MAIN)) isMainMessage[read(node, MESSAGE)] = 1;
      for (let node = 0; node < size; node++) {
        const message = read(node, MESSAGE);
        const isPart = message !== 0 && isMainMessage[message] === 1;
        const parent = parentOf(node);
        // Results of parallel calls end in leaves of their own.
        if (isPart || (has(node, IS_RESULT) && parent !== undefined && has(parent, IS_MAIN))) makeMain(node);
      }
      for (let leaf = size - 1; leaf >= 0; leaf--) {
        if (has(leaf, IS_MAIN) || read(leaf, BRANCH) !== 0) continue;
        const isOpen = (node: number) => !has(node, IS_MAIN) && read(node, BRANCH) === 0;
        let node: number | undefined = leaf;
        let first = leaf;
        const branch = branches.length + 1;
        for (; node !== undefined && isOpen(node); node = parentOf(node)) {
          write(node, BRANCH, branch);
          first = node;
        }
        branches.push({ id: `rewind-${ids.shortName(first)}`, fork: nearestThought(node) });
      }
    },
    /** The branch of a record; undefined on the main line. */
    branchOf(id: string): Branch | undefined {
      const node = ids.find(id);
      return node === undefined ? undefined : branches[read(node, BRANCH) - 1];
    },
    /** Key of the nearest thought at or before a record. */
    thoughtAt: (id: string): string | undefined => nearestThought(ids.find(id)),
    /** Key of the last thought that was written at or before a time. */
    thoughtBefore(time: number): string | undefined {
      for (let node = size - 1; node >= 0; node--)
        if (times[node]! <= time && read(node, THOUGHT) !== 0) return keys.get(read(node, THOUGHT) - 1);
      return undefined;
    },
  };
}

/** The tree of a transcript's records. */
export type MessageTree = ReturnType<typeof createMessageTree>;
