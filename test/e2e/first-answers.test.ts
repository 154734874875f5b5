import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];
const call = { name: "think", arguments: { thought: "After the lists." } };

const opening = (protocolVersion: string) => [
  {
    id: "first",
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "start", version: "1" } },
  },
  { method: "notifications/initialized" },
];

/** The lines that `clew mcp` prints; each request is sent after the previous answer unless `atOnce`. */
async function exchange(
  messages: readonly object[],
  home: string,
  { args = [], atOnce = false }: { readonly args?: readonly string[]; readonly atOnce?: boolean } = {},
): Promise<readonly string[]> {
  const child = spawn(process.execPath, ["bin/clew.js", "mcp", ...args], {
    env: { CLEW_HOME: home, PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const received: string[] = [];
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    if (!atOnce && "id" in message) received.push((await lines.next()).value!);
  }
  child.stdin.end();
  for (let next = await lines.next(); !next.done; next = await lines.next()) received.push(next.value);
  return received;
}

test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])(
  "[D20] the first answers for %s are those that the server itself would give",
  async (version) => {
    using folder = temporaryFolder();
    const messages = [...opening(version), ...LISTS.map((method, id) => ({ id, method }))];
    const recorded = await exchange(messages, folder.path);
    // A flag makes the server answer by itself.
    const own = await exchange(messages, folder.path, { args: ["--tools", "all"] });
    expect(recorded.map((line) => JSON.parse(line))).toEqual(own.map((line) => JSON.parse(line)));
    expect(recorded).toHaveLength(5);
  },
);

test.each([true, false])(
  "[D20] after the first answers every message is answered once (sent at once: %s)",
  async (atOnce) => {
    using folder = temporaryFolder();
    const messages = [
      ...opening("2025-11-25"),
      { id: 1, method: "tools/list" },
      { id: 2, method: "tools/call", params: call },
      { id: "first", method: "ping" },
      { id: 3, method: "tools/list", params: { cursor: "none" } },
    ];
    const answers = (await exchange(messages, folder.path, { atOnce })).map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3, "first", "first"]);
    expect(answers.find(({ id }) => id === 2).result.structuredContent).toMatchObject({ step: 1 });
  },
);

test.each([
  ["a line that is not JSON", "no JSON\n", "-32700"],
  [
    "a version that is not served",
    `${JSON.stringify({ jsonrpc: "2.0", ...opening("1999-01-01")[0] })}\n`,
    '"id":"first"',
  ],
  ["a list before initialize", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n', '"id":1'],
  ["an unfinished line", '{"jsonrpc":"2.0","id":1', "-32700"],
])("[D20] leaves %s to the server", async (_, input, expected) => {
  using folder = temporaryFolder();
  const answerTo = async (args: readonly string[]) => {
    const child = spawn(process.execPath, ["bin/clew.js", "mcp", ...args], {
      env: { CLEW_HOME: folder.path, PATH: process.env.PATH },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.end(input);
    return (await child.stdout.toArray()).join("");
  };
  const answer = await answerTo([]);
  expect(answer).toBe(await answerTo(["--tools", "all"]));
  expect(answer).toContain(expected);
});

test("[D20] a wrong setting is reported before anything is answered", async () => {
  using folder = temporaryFolder();
  const child = spawn(process.execPath, ["bin/clew.js", "mcp"], {
    env: { CLEW_HOME: folder.path, CLEW_PORT: "many", PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(`${JSON.stringify({ jsonrpc: "2.0", ...opening("2025-11-25")[0] })}\n`);
  expect((await child.stdout.toArray()).join("")).toBe("");
  expect((await child.stderr.toArray()).join("")).toContain("CLEW_PORT");
});

test("[D27] a notebook that the client creates first gets the kernel that was set up meanwhile", async () => {
  using folder = temporaryFolder();
  const notebook = (id: number, args: object) => ({
    id,
    method: "tools/call",
    params: { name: "notebook", arguments: args },
  });
  const received = await exchange(
    [
      ...opening("2025-11-25"),
      notebook(1, { operation: "create", title: "First", language: "typescript" }),
      notebook(2, { operation: "add_cell", cellType: "code", content: "6 * 7", filename: "a.ts" }),
      notebook(3, { operation: "run_cell", cellId: "a.ts" }),
    ],
    folder.path,
  );
  const results = received.slice(1).map((line) => JSON.parse(line).result);
  expect(JSON.stringify(results[2])).toContain("42");
  // The kernel's folder is that of the notebook: no other folder was made for it.
  expect(readdirSync(join(folder.path, "notebooks"))).toEqual([results[0].structuredContent.notebookId]);
});
