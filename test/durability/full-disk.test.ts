import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { limitedFiles, smallDisk } from "./disks.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { startWriter } from "./start-writer.ts";

const IN_FLIGHT = 4;

for (const [name, makeDisk] of [
  ["a full disk", smallDisk],
  ["a quota on the size of files", limitedFiles],
] as const) {
  test(`[S4] ${name} is told as such, loses nothing acknowledged, and the store goes on when there is room`, async () => {
    const disk = makeDisk();
    const order = { file: disk.file, sessionId: "s", word: "w", count: 300, padding: 400 };
    const writer = await startWriter({ ...order, inFlight: IN_FLIGHT, retryOnCommand: true }, disk);
    writer.command();
    await writer.until(() => writer.failures().length === IN_FLIGHT);
    expect(new Set(writer.failures())).toEqual(new Set(["STORE_FULL"]));
    const before = writer.acknowledged();
    expect(before.length).toBeGreaterThan(10);

    disk.free();
    for (let i = 0; i < IN_FLIGHT; i++) writer.command();
    await writer.until(() => writer.acknowledged().length >= before.length + 50);
    writer.kill();
    await writer.ended;

    const store = await openStore({ file: disk.file });
    const { thought } = await store.append(thoughtFor("s", "a fresh opening goes on"));
    await store.close();
    const stored = readLedger(disk.file).map(({ id }) => id);
    for (const { id } of [...writer.acknowledged(), thought]) expect(stored).toContain(id);
  });
}
