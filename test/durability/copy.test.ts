import { randomInt } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CopyLocation, openStore } from "../../src/store/open.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { contentsOf, fillLedger } from "../support/sample-ledger.ts";
import type { CopierOrder } from "./children/copier.ts";
import { thoughtFor } from "./drafts.ts";
import { scratchFolder } from "./scratch.ts";
import { startChild } from "./start-child.ts";

const postgres = usePostgres();
const newFile = () => ({ file: join(scratchFolder(), "clew.db") });
const newDatabase = async () => ({ databaseUrl: await postgres.server.newDatabase() });

/** This many thoughts are several batches. */
const THOUGHTS = 3500;

test.each([
  ["from SQLite to PostgreSQL", async () => ({ from: newFile(), to: await newDatabase() })],
  ["from PostgreSQL to SQLite", async () => ({ from: await newDatabase(), to: newFile() })],
])(
  "[MG2] %s a copy continues after kill -9, again and again, and contains nothing twice",
  async (_, places) => {
    const { from, to } = await places();
    const contents = await filled(from);
    let runs = 0;
    for (let over = false; !over; runs++) {
      const laterMs = runs < 2 ? 0 : randomInt(1, 30);
      const order: CopierOrder = { from, to, batches: 2, laterMs };
      const copier = startChild("copier", order);
      const { signal } = await copier.ended;
      if (signal === null)
        expect(JSON.parse(copier.lines.at(-1)!)).toMatchObject({ resumed: true, different: [] });
      const opened = await openStore(to).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "STORE_UNREADABLE" });
      });
      await opened?.close();
      // It may also be killed after its last step, before it can report it.
      over = opened !== undefined;
      expect(signal === null && !over).toBe(false);
    }
    expect(runs).toBeGreaterThan(2);
    const store = await openStore(to);
    expect(await contentsOf(store)).toEqual(contents);
    await store.close();
  },
);

async function filled(place: CopyLocation) {
  const store = await openStore(place);
  await fillLedger(store);
  const ids = Array.from({ length: 10 }, (_, index) => `many-${index}`);
  await Promise.all(
    ids.map(async (id) => {
      for (let index = 0; index < THOUGHTS / ids.length; index++)
        await store.append(thoughtFor(id, `number ${index}`));
    }),
  );
  const contents = await contentsOf(store);
  await store.close();
  return contents;
}
