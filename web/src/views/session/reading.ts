import type { Lanes } from "./model/lane-layout.ts";
import type { Marks } from "./model/marks.ts";
import type { OutlineRows } from "./model/outline-rows.ts";
import type { SessionStore } from "./session-store.ts";

/** What the reader reads: a session, up to a moment, with what is folded and where the reader is. */
export interface Reading {
  readonly store: SessionStore;
  readonly marks: Marks;
  /** How many thoughts there are at the moment that is looked at. */
  readonly count: number;
  /** Whether that moment is the present. */
  readonly isLive: boolean;
  readonly lanes: Lanes;
  readonly rows: OutlineRows;
  /** Lanes whose thoughts are not shown, with all that hang on them. */
  readonly folded: ReadonlySet<number>;
  /** The chosen thought. */
  readonly thought: number | undefined;
  /** Where keys lead from: the chosen thought, or the heading that the reader went to since. */
  readonly cursor: number;
  /** The same as they are at this very moment: several keys may be pressed before the page is drawn again. */
  now(): { readonly cursor: number; readonly thought: number | undefined };
  /** Chooses a thought or goes to a heading. */
  moveTo(key: number, how?: { readonly focus?: boolean; readonly open?: boolean }): void;
  toggleFold(lane: number): void;
}
