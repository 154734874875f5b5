import type { Session, Thought } from "../../src/ledger/index.ts";

/** A session without thoughts. */
export const session: Session = {
  id: "hunt-1",
  title: "A hunt",
  project: "_default",
  tags: [],
  mode: "chain",
  status: "active",
  stage: 0,
  createdAt: "2025-01-15T10:00:00Z",
  updatedAt: "2025-01-15T10:00:00Z",
  metadata: {},
};

/** The thought of that session with this `seq`. */
export function thought(seq: number, more: Partial<Thought> = {}): Thought {
  return {
    id: `t${seq}`,
    sessionId: session.id,
    seq,
    number: seq,
    total: 5,
    content: `thought ${seq}`,
    isRevision: false,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "thoughtbox",
    metadata: {},
    createdAt: "2025-01-15T10:00:00Z",
    ...more,
  };
}
