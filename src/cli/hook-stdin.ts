/** A hook's input is small; more is not read. */
const MOST_BYTES = 4_194_304;

/** Clients wait ten seconds for a hook. A locked ledger or an open stdin must not take them all. */
const LONGEST_MS = 8000;

/** Ends the process in time, with success, whatever it still waits for. */
export function exitInTime(): void {
  setTimeout(() => process.exit(0), LONGEST_MS).unref();
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
