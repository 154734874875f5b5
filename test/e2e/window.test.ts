import { expect, it } from "vitest";
import { answerOf } from "../support/call.ts";
import { connectHttp, connectStdio } from "../support/connect.ts";
import { sessionOnDisk, textOf } from "../support/ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const env = { THINK_MAX_THOUGHTS: "3" };

it.each(["stdio", "http"])(
  "[T4] the limit is a window over %s, and the ledger keeps everything",
  async (transport) => {
    using home = temporaryFolder();
    await using cleanup = new AsyncDisposableStack();
    const around = { home: home.path, env };
    const { client } = cleanup.use(
      transport === "stdio"
        ? await connectStdio("handshake", around)
        : await connectHttp("2026-07-28", cleanup.use(await startServe(around)).url),
    );
    const answers = [];
    for (const thought of ["one", "two", "three", "four", "five"]) {
      const { step, context_size } = await answerOf(client, "think", { thought, session_id: "narrow" });
      answers.push([step, context_size]);
    }
    expect(answers).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 3],
      [5, 3],
    ]);
    const context = await textOf(client, "thoughtbox://think/narrow/context");
    expect(context.match(/^Step \d/gm)).toEqual(["Step 3", "Step 4", "Step 5"]);
    const { thoughts, thoughtCount } = await sessionOnDisk(home.path, "narrow");
    expect(thoughtCount).toBe(5);
    expect(thoughts.map(({ content }) => content)).toEqual(["one", "two", "three", "four", "five"]);
  },
);
