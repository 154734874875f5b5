import { statSync } from "node:fs";

/** The most bytes of input that are read; a hook's input is small. */
const MOST_BYTES = 4_194_304;

/** The time limit of a hook. Clients wait ten seconds; a locked ledger or an open stdin must not use them up. */
const LONGEST_MS = 8000;
/** How long closing the ledger may take after the answer: another process may hold its lock. */
const CLOSING_MS = 250;

/** Exits with success at the time limit, whatever the process is waiting for, and if nobody reads the answer. */
export function exitInTime(): void {
  setTimeout(() => process.exit(0), LONGEST_MS).unref();
  process.stdout.on("error", () => process.exit(0));
}

/** Closes the ledger; the client does not wait long for it. */
export async function closeInTime(store: { close(): Promise<void> }): Promise<void> {
  setTimeout(() => process.exit(0), CLOSING_MS).unref();
  await store.close();
}

/** Whether there is a ledger. Opening a FIFO of its name would block the process, so that no time limit ends it. */
export function isLedgerFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** The JSON that a client writes to a hook's stdin. */
export async function readHookStdin(): Promise<string> {
  if (process.stdin.isTTY) return "";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
