import type { AppendResult, Draft, Thought } from "../../ledger/index.ts";
import type { Store } from "../port.ts";

/** A fresh store for each test, with shortcuts to write and read. */
export interface Fixture {
  readonly store: Store;
  /** Appends through a handle. */
  readonly add: (content: string, more?: Partial<Draft>, handle?: string) => Promise<AppendResult>;
  /** All thoughts of a session. */
  readonly all: (sessionId: string) => Promise<Thought[]>;
}

/** A draft for the main branch of a chain, with overrides. */
export function draftOf(target: Draft["target"], content: string, more: Partial<Draft> = {}): Draft {
  return { target, content, nextThoughtNeeded: true, mode: "chain", source: "thoughtbox", ...more };
}

/** A session to open. */
export const open = { title: "A question", mode: "chain" } as const;
