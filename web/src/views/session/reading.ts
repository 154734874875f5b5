import type { BranchFate, Note, SessionDetail } from "../../data/api-types.ts";
import type { Lanes } from "./model/lane-layout.ts";
import type { OutlineEntries } from "./model/outline-entries.ts";
import type { OutlineRows } from "./model/outline-rows.ts";
import type { SessionStore } from "./session-store.ts";

/** The state of a session view: the session at a moment, its folds and the current position. */
export interface Reading {
  readonly store: SessionStore;
  readonly entries: OutlineEntries;
  /** The number of thoughts at the selected moment. */
  readonly count: number;
  /** Whether the selected moment is now. */
  readonly isLive: boolean;
  /** The moment as the API takes it, once a moving one rests; undefined is now. */
  readonly asOf: string | undefined;
  /** The session as it was at the selected moment. */
  readonly detail: SessionDetail | undefined;
  /** The notes that existed at the selected moment. */
  readonly notes: readonly Note[];
  readonly lanes: Lanes;
  readonly rows: OutlineRows;
  /** Folded branches and their descendants. */
  readonly folded: ReadonlySet<number>;
  /** How branches ended, by index; without main and without branches that nothing is known about. */
  readonly fates: ReadonlyMap<number, BranchFate>;
  /** The selected thought. */
  readonly thought: number | undefined;
  /** The key of the current row: the selected thought, or a heading. */
  readonly cursor: number;
  /** The current values, even if several keys were pressed since the last render. */
  now(): { readonly cursor: number; readonly thought: number | undefined };
  /** Selects a thought or moves to a heading. */
  moveTo(key: number, options?: { readonly focus?: boolean; readonly open?: boolean }): void;
  toggleFold(branch: number): void;
}
