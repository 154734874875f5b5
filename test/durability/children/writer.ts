/** Appends thoughts to one session and says on stdout what was acknowledged; `WriterOrder` is its only argument. */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Failure } from "../../../src/ledger/index.ts";
import { draftOf } from "../draft.ts";
import { openStore } from "../../../src/store/open.ts";
import type { WriterOrder } from "../start-writer.ts";

const order: WriterOrder = JSON.parse(process.argv[2]!);
const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

// Written straight to the pipe, so that nothing said is lost when this process is killed.
const say = (...words: (string | number | bigint)[]) => writeSync(1, `${words.join(" ")}\n`);

say("ready");
await commands.next();
try {
  const store = await openStore({ file: order.file });
  say("open");
  let begun = 0;
  await Promise.all(
    Array.from({ length: order.inFlight }, async () => {
      while (begun < order.count) {
        const index = begun++;
        if (order.onCommand) await commands.next();
        await append(index);
      }
    }),
  );
  await store.close();
  say("closed");

  async function append(index: number): Promise<void> {
    const content = `${order.word}x${index} ${"reasons ".repeat(order.padding / 8)}`;
    for (;;) {
      try {
        const { thought } = await store.append(draftOf(order.sessionId, content));
        say("ack", thought.id, thought.seq, process.hrtime.bigint(), index);
        return;
      } catch (error) {
        say("failed", (error as Failure).code, (error as Error).message);
        if (!order.retry) throw error;
        await commands.next();
      }
    }
  }
} catch (error) {
  say("failed", (error as Failure).code, (error as Error).message);
  process.exitCode = 1;
}
commands.return?.();
