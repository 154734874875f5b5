import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "../../../../test/support/cutting-proxy.ts";
import { usePostgres } from "../../../../test/support/postgres-ledger.ts";
import { invocationOf } from "../../contract/invocation-fixture.ts";
import { codes, notebookOf, runOf } from "../../contract/notebook-fixture.ts";
import { openStore } from "../../open.ts";
import type { Store } from "../../port.ts";

const postgres = usePostgres();
let way: CuttingProxy;
let store: Store;

beforeEach(async () => {
  way = await startCuttingProxy(await postgres.newLedger());
  store = await openStore({ databaseUrl: way.url });
  await store.createNotebook(notebookOf("n", { cells: codes("1", "2") }));
  await store.saveConversation({ id: "c", record: { turn: 0 } });
});
afterEach(async () => {
  await store.close();
  await way.stop();
});

describe.each(["before", "after"] as const)("a connection that breaks %s the commit", (when) => {
  /** Runs a write whose connection breaks. */
  async function cutting<T>(write: () => Promise<T>): Promise<T> {
    const before = way.cuts;
    way.cutNextCommit(when);
    const answer = await write();
    expect(way.cuts).toBe(before + 1);
    return answer;
  }
  const cells = async () => (await store.notebook("n"))!.cells;

  it("[PG26] adds, changes and removes a cell once", async () => {
    const added = await cutting(() => store.addCell("n", { kind: "code", content: "3" }));
    expect(added.id).toBe("cell-3");
    const guard = { expectedVersion: 1 };
    const changed = await cutting(() => store.updateCell("n", "cell-3", { content: "4" }, guard));
    expect(changed).toMatchObject({ content: "4", version: 2 });
    await cutting(() => store.removeCell("n", "cell-1"));
    expect((await cells()).map(({ id, version }) => [id, version])).toEqual([
      ["cell-2", 1],
      ["cell-3", 2],
    ]);
    expect(await cutting(() => store.saveRun("n", "cell-3", runOf(), { version: 2, lost: false }))).toEqual(
      (await cells())[1],
    );
  });

  it("[PG26] creates and changes a notebook once, also with an idempotency key", async () => {
    const idempotency = { scope: "s", key: "k" };
    const made = await cutting(() => store.createNotebook(notebookOf("m", { cells: codes("1") })));
    expect(await store.notebook("m")).toEqual(made);
    const keyed = await cutting(() => store.createNotebook(notebookOf("k"), idempotency));
    expect(await store.createNotebook(notebookOf("other"), idempotency)).toEqual(keyed);
    const added = await cutting(() => store.addCell("k", { kind: "title", content: "t" }, idempotency));
    expect(await store.addCell("k", { kind: "title", content: "u" }, idempotency)).toEqual(added);
    const changed = await cutting(() => store.changeNotebook("m", { title: "Primes" }));
    expect(await store.notebook("m")).toEqual(changed);
    expect(await store.notebooks({})).toHaveLength(3);
  });

  it("[PG26] every write to a notebook is in the feed once", async () => {
    const from = await store.position();
    await cutting(() => store.addCell("n", { kind: "title", content: "t" }));
    await cutting(() => store.updateCell("n", "cell-1", { content: "x" }));
    await cutting(() => store.removeCell("n", "cell-1"));
    expect((await store.changes(from, 10)).map(({ notebookId }) => notebookId)).toEqual(["n", "n", "n"]);
  });

  it("[PG26] saves a conversation once and adds messages once", async () => {
    const made = await cutting(() => store.saveConversation({ id: "d", record: { turn: 1 } }));
    expect(await store.conversation("d")).toEqual(made);
    for (const from of [0, 1, 2]) {
      const grown = await cutting(() => store.appendMessages("c", from, [{ text: "again" }], { from }));
      expect(grown).toMatchObject({ messageCount: from + 1, record: { from } });
    }
    await cutting(() => store.appendMessages("c", 3, [], { done: true }));
    expect(await store.conversation("c")).toMatchObject({ messageCount: 3, record: { done: true } });
    expect(await store.messages("c", {})).toHaveLength(3);
  });

  it("[PG26] stores invocations once", async () => {
    const rows = [1, 2, 3].map((second) => invocationOf(second));
    await cutting(() => store.keepInvocations(rows));
    expect(await store.invocations({})).toEqual(rows.toReversed());
  });
});
