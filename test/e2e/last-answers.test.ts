import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { runClew, spawnClew } from "../support/clew.ts";
import { sessionOnDisk } from "../support/ledger.ts";
import { handshake, request, statelessRequest } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

it.each([
  ["handshake", handshake, request],
  ["2026-07-28", [], statelessRequest],
] as const)(
  "[P13] a thought that waits for the database when the input ends is still answered (%s)",
  async (_, opening, ask) => {
    using home = temporaryFolder();
    await runClew(["sessions", "list"], { home: home.path });
    using lock = lockDatabase(home.path);
    const server = spawnClew(["mcp"], { home: home.path });
    const ended = once(server, "exit");
    const lines: string[] = [];
    const reader = createInterface({ input: server.stdout }).on("line", (line) => lines.push(line));
    const think = { name: "think", arguments: { thought: "Not lost", session_id: "waiting" } };
    for (const message of [...opening, ask(1, "tools/call", think), ask(2, "tools/list")])
      server.stdin.write(`${JSON.stringify(message)}\n`);
    // The list needs no database: once it is answered, the thought before it is in progress.
    while (!lines.some((line) => JSON.parse(line).id === 2)) await once(reader, "line");
    server.stdin.end();
    await once(server.stdin, "close");
    // After a whole command the server has read the end of its input.
    await runClew(["--version"], { home: home.path });
    expect(lines.some((line) => JSON.parse(line).id === 1)).toBe(false);
    lock.release();
    await Promise.all([text(server.stderr), ended]);
    expect(lines.map((line) => JSON.parse(line)).find(({ id }) => id === 1)).toMatchObject({
      result: { structuredContent: { status: "success", step: 1 } },
    });
    expect((await sessionOnDisk(home.path, "waiting")).thoughtCount).toBe(1);
  },
);

/** Keeps every other process from writing until it is released. */
function lockDatabase(home: string): { release(): void } & Disposable {
  const database = new DatabaseSync(join(home, "clew.db"));
  database.exec("BEGIN IMMEDIATE");
  const release = () => {
    if (database.isOpen) database.close();
  };
  return { release, [Symbol.dispose]: release };
}
