import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { limitedFiles, smallDisk } from "./disks.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { startWriter } from "./start-writer.ts";

const COUNT = 60;
const DISKS = [
  ["a full disk", smallDisk],
  ["a quota on the size of files", limitedFiles],
] as const;

test.each(DISKS)(
  "[S4] %s is reported and loses nothing; once there is space, the same store continues",
  async (_, makeDisk) => {
    const disk = makeDisk();
    const order = { file: disk.file, sessionId: "s", word: "w", count: COUNT, padding: 400, inFlight: 3 };
    const writer = await startWriter({ ...order, retryOnCommand: true }, disk.leave(300));
    writer.command();
    const isDone = () => writer.acknowledged().length === COUNT;
    let answered = 0;
    while (!isDone()) {
      await writer.until(() => isDone() || writer.failures().length > answered);
      const { length } = writer.failures();
      if (length > answered) disk.free();
      for (; answered < length; answered++) writer.command();
    }
    expect(await writer.ended).toEqual({ code: 0, signal: null });
    expect(new Set(writer.failures())).toEqual(new Set(["STORE_FULL"]));
    // Failed writes left nothing behind: every stored thought was acknowledged, with its position.
    const stored = readLedger(disk.file).map(({ id, seq }) => `${seq} ${id}`);
    expect(stored).toEqual(
      writer
        .acknowledged()
        .toSorted((a, b) => a.seq - b.seq)
        .map(({ id, seq }) => `${seq} ${id}`),
    );
  },
);

test.each(DISKS)(
  "[S4] opening on %s is refused with the reason; once there is space, the store opens",
  async (_, makeDisk) => {
    const disk = makeDisk();
    const store = await openStore({ file: disk.file });
    const { thought } = await store.append(thoughtFor("s", "before"));
    await store.close();
    const order = { file: disk.file, sessionId: "s", word: "w", count: 1 };
    const writer = await startWriter(order, disk.leave(8));
    writer.command();
    await writer.ended;
    expect(writer.failures()).toEqual(["STORE_FULL"]);
    disk.free();
    const again = await openStore({ file: disk.file });
    await again.append(thoughtFor("s", "after"));
    await again.close();
    expect(readLedger(disk.file).map(({ content }) => content)).toEqual([thought.content, "after"]);
  },
);
