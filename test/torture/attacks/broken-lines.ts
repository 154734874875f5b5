import { pause } from "../pace.ts";
import type { Random } from "../random.ts";
import type { Running } from "../server.ts";
import type { Tally } from "../tally.ts";

const LINES: readonly string[] = [
  "{",
  "null",
  "[]",
  '"text"',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":null,"method":"tools/call"}',
  '{"jsonrpc":"2.0","id":{},"method":5,"params":7}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
  '{"jsonrpc":"2.0","id":"__proto__","result":{}}',
  "\u0000\u0001",
  "[".repeat(100_000),
  `{"jsonrpc":"2.0","id":"x","method":"${"a".repeat(200_000)}"}`,
  "x".repeat(500_000),
];

/** Writes lines that are not JSON-RPC between the lines of a stdio client, until the round ends. */
export async function runBrokenLines(
  process: () => Running | undefined,
  { random, tally, stop }: { readonly random: Random; readonly tally: Tally; readonly stop: AbortSignal },
): Promise<void> {
  while (!stop.aborted) {
    const running = process();
    if (running?.child.stdin.writable) {
      tally.attacks += 1;
      running.child.stdin.write(`${random.pick(LINES)}\n`);
    }
    await pause(random.between(100, 1_000), stop);
  }
}
