import { expect, it } from "vitest";
import { answerOf, call } from "../support/call.ts";
import type { Connected } from "../support/connect.ts";
import { connectHttp, connectStdio, eras } from "../support/connect.ts";
import { sessionOnDisk } from "../support/ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Two clients record thoughts alternately, without handles, and each must have its own sessions. */
async function expectApart(home: string, one: Connected, other: Connected): Promise<void> {
  for (const source of ["think", "thoughtbox"]) {
    const sessionOf = async ({ client }: Connected, thought: string) => {
      const answer = await answerOf(client, source, { thought });
      return String(answer.session_id ?? answer.sessionId);
    };
    const [first, second] = await Promise.all([sessionOf(one, "mine 1"), sessionOf(other, "yours 1")]);
    expect(second).not.toBe(first);
    expect(await sessionOf(one, "mine 2")).toBe(first);
    expect(await sessionOf(other, "yours 2")).toBe(second);
    const contents = async (id: string) =>
      (await sessionOnDisk(home, id)).thoughts.map(({ content }) => content);
    expect(await contents(first)).toEqual(["mine 1", "mine 2"]);
    expect(await contents(second)).toEqual(["yours 1", "yours 2"]);
  }
}

it.each(eras)("[P14] two stdio processes on one home never mix (%s)", async (era) => {
  using home = temporaryFolder();
  await using cleanup = new AsyncDisposableStack();
  const one = cleanup.use(await connectStdio(era, { home: home.path }));
  const other = cleanup.use(await connectStdio(era, { home: home.path }));
  await expectApart(home.path, one, other);
});

it("[P14] two handshake-era sessions over HTTP never mix", async () => {
  using home = temporaryFolder();
  await using cleanup = new AsyncDisposableStack();
  const { url } = cleanup.use(await startServe({ home: home.path }));
  const one = cleanup.use(await connectHttp("handshake", url));
  const other = cleanup.use(await connectHttp("handshake", url));
  await expectApart(home.path, one, other);
});

it.each(eras)("[T5] without any handle a stdio process is the handle (%s)", async (era) => {
  using home = temporaryFolder();
  await using connected = await connectStdio(era, { home: home.path });
  const result = await call(connected.client, "think", { thought: "Where am I?" });
  expect(result.structured?.session_id).toMatch(/^stdio-/);
});
