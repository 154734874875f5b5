import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import type { Surroundings } from "../support/clew.ts";
import { type Connected, connectHttp, connectStdio, type Era, eras } from "../support/connect.ts";
import { sessionOnDisk } from "../support/ledger.ts";
import { startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A client whose server can be killed. */
interface Mortal extends Connected {
  kill(): Promise<void>;
}

type Start = (era: Era, around: Surroundings) => Promise<Mortal>;

const overStdio: Start = async (era, around) => {
  const connected = await connectStdio(era, around);
  const closed = new Promise<void>((resolve) => {
    connected.client.onclose = resolve;
  });
  const kill = async () => {
    process.kill(connected.pid!, "SIGKILL");
    await closed;
  };
  return { ...connected, kill };
};

const overHttp: Start = async (era, around) => {
  const serving = await startServe(around);
  const { client, pid } = await connectHttp(era, serving.url);
  const end = async () => {
    await client.close();
    await serving[Symbol.asyncDispose]();
  };
  return { client, pid, kill: serving.kill, [Symbol.asyncDispose]: end };
};

const starts: readonly (readonly [string, Start, Era])[] = eras.flatMap((era) => [
  ["stdio", overStdio, era] as const,
  ["http", overHttp, era] as const,
]);

describe.each(starts)("a server over %s that is killed", (_transport, start, era) => {
  it(`[P11] loses no acknowledged thought (${era})`, async () => {
    using home = temporaryFolder();
    await using server = await start(era, { home: home.path });
    for (const thought of ["one", "two", "three"]) {
      await call(server.client, "think", { thought, session_id: "kept" });
      await call(server.client, "thoughtbox", { thought, workflow_id: "kept-chain", sessionTitle: "Kept" });
    }
    const { structured } = await call(server.client, "thoughtbox", {
      thought: "four",
      workflow_id: "kept-chain",
    });
    await server.kill();
    const contents = async (id: unknown) =>
      (await sessionOnDisk(home.path, String(id))).thoughts.map(({ content }) => content);
    expect(await contents("kept")).toEqual(["one", "two", "three"]);
    expect(await contents(structured?.sessionId)).toEqual(["one", "two", "three", "four"]);
  });

  it.each([
    ["think", { thought: "Once" }],
    ["think", { thought: "Once", session_id: "retried: yes" }],
    ["thoughtbox", { thought: "Once", thoughtNumber: "one", nextThoughtNeeded: false }],
  ])(`[P10] answers a retry of %s as before, and writes nothing (${era})`, async (source, given) => {
    using home = temporaryFolder();
    const meta = { "clew/idempotencyKey": randomUUID() };
    await using server = await start(era, { home: home.path });
    const first = await call(server.client, source, given, meta);
    const repeated = await call(server.client, source, given, meta);
    await server.kill();
    await using successor = await start(era, { home: home.path });
    const retried = await call(successor.client, source, given, meta);
    for (const { text, structured, isError } of [repeated, retried])
      expect({ text, structured, isError }).toEqual({
        text: first.text,
        structured: first.structured,
        isError: false,
      });
    const id = String(first.structured?.session_id ?? first.structured?.sessionId);
    expect((await sessionOnDisk(home.path, id)).thoughtCount).toBe(1);
    const other = await call(successor.client, source, given, { "clew/idempotencyKey": randomUUID() });
    expect(other.meta).not.toHaveProperty("clew/replayed");
  });
});
