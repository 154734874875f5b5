/** The position of a thought according to the server. */
export interface Acknowledged {
  readonly sessionId: string;
  readonly seq?: number | undefined;
  readonly number?: number | undefined;
  readonly at: number;
}

/** One thought that a client sent, once or, with a key, several times. */
export interface Attempt {
  readonly id: number;
  /** Sessions belong to one owner: a client, or a group of clients that share a session on purpose. */
  readonly owner: string;
  /** The text as sent; it starts with a mark that finds it in the ledger. */
  readonly content: string;
  readonly key?: string | undefined;
  sentAt: number;
  acknowledged?: Acknowledged;
  /** Found in another ledger, which a server opened where the first one had been taken away. */
  isElsewhere?: boolean;
}

/** A notebook cell that the server acknowledged. */
export interface AcknowledgedCell {
  readonly notebookId: string;
  readonly cellId: string;
  readonly content: string;
  isElsewhere?: boolean;
}

/** What the clients of one ledger sent and what they were answered. */
export interface Journal {
  readonly attempts: readonly Attempt[];
  readonly cells: readonly AcknowledgedCell[];
  /** Answers that contradict an earlier answer to the same key. */
  readonly contradictions: readonly string[];
  begin(owner: string, text: string, key?: string): Attempt;
  acknowledge(attempt: Attempt, answer: Omit<Acknowledged, "at">): void;
  addCell(cell: AcknowledgedCell): void;
}

/** Opens an empty journal. */
export function createJournal(): Journal {
  const attempts: Attempt[] = [];
  const cells: AcknowledgedCell[] = [];
  const contradictions: string[] = [];
  return {
    attempts,
    cells,
    contradictions,
    begin(owner, text, key) {
      const id = attempts.length + 1;
      const attempt: Attempt = { id, owner, content: `${markOf(id)} ${text}`, key, sentAt: Date.now() };
      attempts.push(attempt);
      return attempt;
    },
    acknowledge(attempt, answer) {
      const first = attempt.acknowledged;
      if (first === undefined) attempt.acknowledged = { ...answer, at: Date.now() };
      else if (first.sessionId !== answer.sessionId || first.seq !== answer.seq)
        contradictions.push(
          `${markOf(attempt.id)} was answered as ${first.sessionId} ${first.seq}, then as ${answer.sessionId} ${answer.seq}`,
        );
    },
    addCell: (cell) => void cells.push(cell),
  };
}

/** The first word of a thought's text. */
export function markOf(id: number): string {
  return `#${id}#`;
}

/** The attempt that a text in the ledger belongs to. */
export function attemptIdOf(content: string): number | undefined {
  const found = /^#(\d{1,9})#/.exec(content);
  return found ? Number(found[1]) : undefined;
}
