/** Appends thoughts to one session and prints what was acknowledged. Its only argument is a `WriterOrder`. */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Failure } from "../../../src/ledger/index.ts";
import { openStore } from "../../../src/store/open.ts";
import { thoughtFor } from "../drafts.ts";
import type { WriterOrder } from "../start-writer.ts";

const order: WriterOrder = JSON.parse(process.argv[2]!);
const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

try {
  say("ready");
  await commands.next();
  const store = await openStore({ file: order.file });
  let begun = 0;
  const lanes = Array.from({ length: order.inFlight ?? 1 }, async () => {
    while (begun < order.count) {
      const content = `${order.word}x${begun++} ${"because ".repeat(order.padding ?? 0)}`;
      if (order.eachOnCommand) await commands.next();
      const { id, seq } = await append(content);
      say("acknowledged", id, seq, process.hrtime.bigint(), content.split(" ", 1)[0]!);
    }
  });
  await Promise.all(lanes);
  await store.close();

  async function append(content: string) {
    for (;;) {
      try {
        return (await store.append(thoughtFor(order.sessionId, content))).thought;
      } catch (error) {
        if (!order.retryOnCommand) throw error;
        say("failed", (error as Failure).code);
        await commands.next();
      }
    }
  }
} catch (error) {
  say("failed", (error as Failure).code ?? String(error));
  process.exitCode = 1;
}
process.exit();

/** Writes synchronously to the pipe, so that no output is lost when this process is killed. */
function say(...words: readonly (string | number | bigint)[]): void {
  writeSync(1, `${words.join(" ")}\n`);
}
