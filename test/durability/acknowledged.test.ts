import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { connect } from "../../src/store/sqlite/connect.ts";
import { thoughtFor } from "./drafts.ts";
import { readLedger } from "./read-ledger.ts";
import { scratchFolder } from "./scratch.ts";
import { startWriter } from "./start-writer.ts";

test("[S9] a connection synchronises every commit with the disk", async () => {
  const file = join(scratchFolder(), "clew.db");
  const db = await connect(file);
  onTestFinished(() => db.close());
  expect(db.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  expect(other.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

test("[S9] between the last write to the log and the acknowledgement there is a synchronisation", async () => {
  const folder = scratchFolder();
  const file = join(folder, "clew.db");
  const trace = join(folder, "trace");
  // One thread writes, syncs and acknowledges; calls of other threads would split its lines in the trace.
  const calls = "trace=write,pwrite64,fsync,fdatasync";
  const prefix = canTrace() ? `exec strace -y -s 16 -o '${trace}' -e ${calls}` : undefined;
  const order = { file, sessionId: "s", word: "w", count: 20 };
  const writer = await startWriter(order, prefix === undefined ? {} : { prefix });
  writer.command();
  await writer.ended;
  expect(writer.acknowledged()).toHaveLength(20);
  if (prefix !== undefined) expect(synchronisedAcknowledgements(readFileSync(trace, "utf8"))).toBe(20);
  else
    console.log("strace cannot run here: only what a connection is set to do was checked, in the test above");
});

test("[S9] close() writes accepted thoughts before it releases the file", async () => {
  const file = join(scratchFolder(), "clew.db");
  const store = await openStore({ file });
  const appends = Array.from({ length: 1000 }, (_, i) => store.append(thoughtFor("s", `thought ${i}`)));
  await store.close();
  expect(await Promise.all(appends)).toHaveLength(1000);
  expect(readLedger(file)).toHaveLength(1000);
});

test("[S9] an append after close() is refused and writes nothing", async () => {
  const file = join(scratchFolder(), "clew.db");
  const store = await openStore({ file });
  await store.append(thoughtFor("s", "before"));
  await store.close();
  await expect(store.append(thoughtFor("s", "after"))).rejects.toThrow();
  expect(readLedger(file)).toHaveLength(1);
});

function canTrace(): boolean {
  try {
    execFileSync("strace", ["-o", "/dev/null", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Counts the acknowledgements with a write to the log of their own followed by a sync. */
function synchronisedAcknowledgements(trace: string): number {
  let log: "as before" | "written" | "synchronised" = "as before";
  let count = 0;
  for (const line of trace.split("\n")) {
    if (/^pwrite64\(\d+<[^>]*-wal>/.test(line)) log = "written";
    else if (/^f(data)?sync\(\d+<[^>]*-wal>\) += 0/.test(line) && log === "written") log = "synchronised";
    else if (/^write\(1<[^>]*>, "acknowledged/.test(line)) {
      if (log === "synchronised") count++;
      log = "as before";
    }
  }
  return count;
}
