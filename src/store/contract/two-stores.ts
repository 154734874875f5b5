import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../port.ts";
import { describeTwoConversationStores } from "./two-conversation-stores.ts";
import { describeTwoLedgers } from "./two-ledgers.ts";
import { describeTwoNoteStores } from "./two-note-stores.ts";
import { describeTwoNotebookStores } from "./two-notebook-stores.ts";
import type { TwoStores } from "./two-stores-fixture.ts";

/** The contract for servers that share a ledger; `openTwo` opens a new ledger twice. */
export function describeTwoStores(name: string, openTwo: () => Promise<readonly [Store, Store]>): void {
  describe(`two stores on ${name}`, () => {
    let stores: readonly [Store, Store];
    beforeEach(async () => {
      stores = await openTwo();
    });
    afterEach(() => Promise.all(stores.map((store) => store.close())));
    const on: TwoStores = {
      get one() {
        return stores[0];
      },
      get other() {
        return stores[1];
      },
    };
    describeTwoLedgers(on);
    describeTwoNoteStores(on);
    describeTwoNotebookStores(on);
    describeTwoConversationStores(on);
  });
}
