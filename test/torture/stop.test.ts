import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { spawnClew } from "../support/clew.ts";
import { type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { handshake, request } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let database: RunningPostgres;
beforeAll(async () => {
  database = await startPostgres();
});
afterAll(() => database.stop());

describe("a server whose database is gone", () => {
  test.each<[string, readonly string[]]>([
    ["stdio", ["mcp"]],
    ["HTTP", ["serve", "--port", "0"]],
  ])("[TO6] on %s ends within 10 seconds when it is asked to", async (transport, args) => {
    using home = temporaryFolder();
    const child = spawnClew(args, { home: home.path, env: { DATABASE_URL: database.url } });
    const exited = once(child, "exit");
    child.stderr.resume();
    const lines = createInterface({ input: child.stdout });
    const think = (id: number) => request(id, "tools/call", { name: "think", arguments: { thought: "x" } });
    const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    if (transport === "stdio") [...handshake, think(1)].forEach(write);
    // The address, or the answer to the handshake and then to the thought.
    for (let answers = transport === "stdio" ? 2 : 1; answers > 0; answers--) await once(lines, "line");
    await database.kill();
    onTestFinished(() => database.start());
    // A call that waits for the database holds the server up.
    if (transport === "stdio") write(think(2));
    const asked = performance.now();
    child.kill("SIGTERM");
    const overdue = setTimeout(() => child.kill("SIGKILL"), 30_000);
    const [code] = await exited;
    clearTimeout(overdue);
    expect(code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(25_000);
  });
});
