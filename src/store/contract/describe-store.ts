import { afterEach, beforeEach, describe } from "vitest";
import { allThoughts, type Store } from "../port.ts";
import { describeCellRuns } from "./cell-runs.ts";
import { describeCells } from "./cells.ts";
import { describeClients } from "./clients.ts";
import { describeConversations } from "./conversations.ts";
import { describeCritiques } from "./critiques.ts";
import { describeEvidence } from "./evidence.ts";
import { describeFacts } from "./facts.ts";
import { describeFeed } from "./feed.ts";
import { draftOf, type Fixture, open } from "./fixture.ts";
import { describeIdempotency } from "./idempotency.ts";
import { describeImports } from "./imports.ts";
import { describeInvocationRetention } from "./invocation-retention.ts";
import { describeInvocationStats } from "./invocation-stats.ts";
import { describeInvocations } from "./invocations.ts";
import { describeNotebooks } from "./notebooks.ts";
import { describeNotes } from "./notes.ts";
import { describeOutline } from "./outline.ts";
import { describeOwners } from "./owners.ts";
import { describeSearch } from "./search.ts";
import { describeSessionEdits } from "./session-edits.ts";
import { describeSessionLists } from "./session-lists.ts";
import { describeSessions } from "./sessions.ts";
import { describeTargets } from "./targets.ts";
import { describeThoughts } from "./thoughts.ts";
import { describeWindow } from "./window.ts";

/** The specification of a store: a backend's whole test file is one call of this. */
export function describeStore(name: string, openStore: () => Promise<Store>): void {
  describeParts(name, openStore, [...SEEN, describeOwners, describeInvocationRetention]);
}

/** The same for a principal's view of a store, which has no owners and no retention of its own. */
export function describeView(name: string, openView: () => Promise<Store>): void {
  describeParts(name, openView, SEEN);
}

const SEEN: readonly ((on: Fixture) => void)[] = [
  describeSessions,
  describeSessionLists,
  describeSessionEdits,
  describeThoughts,
  describeOutline,
  describeEvidence,
  describeFacts,
  describeImports,
  describeTargets,
  describeClients,
  describeIdempotency,
  describeFeed,
  describeWindow,
  describeSearch,
  describeCritiques,
  describeNotes,
  describeNotebooks,
  describeCells,
  describeCellRuns,
  describeInvocations,
  describeInvocationStats,
  describeConversations,
];

function describeParts(
  name: string,
  openStore: () => Promise<Store>,
  parts: readonly ((on: Fixture) => void)[],
): void {
  describe(`the store on ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await openStore();
    });
    afterEach(() => store.close());
    const on: Fixture = {
      get store() {
        return store;
      },
      add: (content, more = {}, handle = "h") =>
        store.append(draftOf({ handle, open: () => open }, content, more)),
      all: (sessionId) => Array.fromAsync(allThoughts(store, sessionId)),
    };
    for (const describePart of parts) describePart(on);
  });
}
