import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { processesWith } from "../support/processes.ts";
import { connect, isRunning, odd, say, textsOf } from "../support/server-sets.ts";

test("[HC2] a server that crashes during a call gives an error outcome, and the next call works", async () => {
  await using set = await connect({ odd: odd() });
  const before = await say(set, "pid");
  const died = await set.call("die", {});
  expect(died.isError).toBe(true);
  expect(textsOf(died)).toBe(
    "The server 'odd' died during the call: it ended with exit code 7: something broke, token=[redacted]. " +
      "It is being restarted; whether the call had an effect is unknown.",
  );
  expect(set.tools().map(({ name }) => name)).toContain("echo");
  expect(await say(set, "echo", { a: 1 })).toBe('{"a":1}');
  expect(await say(set, "pid")).not.toBe(before);
  expect(set.status()).toEqual([{ name: "odd", state: "ready", era: "handshake", revision: "2025-06-18" }]);
});

test("[HC2] a server that was killed is started again in the background", async () => {
  await using set = await connect({ odd: odd() });
  const before = Number(await say(set, "pid"));
  process.kill(before, "SIGKILL");
  await expect
    .poll(() => set.status()[0])
    .toMatchObject({ state: "failed", error: "it ended with signal SIGKILL" });
  await expect.poll(() => set.status()[0]?.state).toBe("ready");
  expect(Number(await say(set, "pid"))).not.toBe(before);
});

test("[HC2] a server that crashes repeatedly is not restarted once its restarts are used up", async () => {
  await using set = await connect({ odd: odd() }, { restartsPerMinute: 2 });
  expect(await say(set, "die")).toMatch("died during the call");
  expect(await say(set, "die")).toMatch("died during the call");
  const refused = await set.call("echo", {});
  expect(refused.isError).toBe(true);
  expect(textsOf(refused)).toMatch(/is down: it ended with exit code 7.* tried again in \d+ s\.$/);
});

test("[HC2] other calls in flight when the server dies get an error as well", async () => {
  await using set = await connect({ odd: odd() });
  const outcomes = await Promise.all([set.call("hang", {}), set.call("hang", {}), set.call("die", {})]);
  for (const outcome of outcomes) expect(textsOf(outcome)).toMatch("died during the call");
});

test("[HS4] a call that hangs ends at its time limit, and the server is notified", async () => {
  await using set = await connect({ odd: { ...odd(), timeout: 200 } });
  expect(await set.call("hang", {})).toEqual({
    content: [
      {
        type: "text",
        text: "'hang' of the server 'odd': no answer within 200 ms. The call was cancelled.",
      },
    ],
    isError: true,
  });
  await expect.poll(() => say(set, "cancelled")).toMatch("no answer within 200 ms");
});

test("[HS4] an aborted call ends at once, and the server is notified", async () => {
  await using set = await connect({ odd: odd() });
  const stop = new AbortController();
  // The first progress shows that the call has arrived.
  const outcome = await set.call("hang", {}, { signal: stop.signal, onProgress: () => stop.abort("enough") });
  expect(textsOf(outcome)).toBe("'hang' of the server 'odd': the call was cancelled.");
  await expect.poll(() => say(set, "cancelled")).toMatch("enough");
  expect(textsOf(await set.call("echo", {}, { signal: AbortSignal.abort() }))).toMatch("was cancelled");
});

test("[HS4] progress is passed on", async () => {
  await using set = await connect({ odd: odd() });
  const seen: string[] = [];
  await set.call(
    "progress",
    {},
    { onProgress: ({ progress, total, message }) => void seen.push(`${progress}/${total} ${message}`) },
  );
  expect(seen).toEqual(["1/3 step 1", "2/3 step 2", "3/3 step 3"]);
});

test.each([[["--last-id"]], [[]]])(
  "[HC2] an answer of 50 MB gives an error that says so (%j)",
  async (flags) => {
    await using set = await connect({ odd: odd(...flags) });
    const outcome = await set.call("big", { length: 50_000_000 });
    expect(outcome.isError).toBe(true);
    expect(textsOf(outcome)).toMatch(/The answer has 500000\d\d bytes or more; at most 33554432 are read\./);
    expect(await say(set, "echo", {})).toBe("{}");
  },
);

test("[HS4] an answer of 12 MB, more than the SDK's own transport reads, is cut with a note", async () => {
  await using set = await connect({ odd: odd() });
  const outcome = await set.call("big", { length: 12_000_000 });
  expect(outcome.isError).toBe(false);
  const [first, note] = textsOf(outcome).split("\n");
  expect(first).toHaveLength(10_000_000);
  expect(note).toBe(
    "[The answer has 12000000 characters; the first 10000000 are above. Ask for less at once.]",
  );
});

test("[HC1] garbage on stdout and a flood on stderr do no harm", async () => {
  await using set = await connect({ odd: odd() });
  expect(await say(set, "garbage")).toBe("after garbage");
  expect(await say(set, "flood")).toBe("after the flood");
});

test("[HC1] a server that cannot be started does not fail the others, and its status says why in one line", async () => {
  await using set = await connect({
    good: odd(),
    missing: { command: "no-such-command-anywhere" },
    dies: odd("--dies-at-start"),
    nobody: { url: "http://127.0.0.1:1/mcp" },
    unset: { command: "x", env: { TOKEN: `\${NOT_SET_ANYWHERE}` } },
    off: { command: "x", disabled: true },
  });
  const result = Object.fromEntries(
    set.status().map(({ name, state, error = "" }) => [name, `${state} ${error}`]),
  );
  expect(result).toEqual({
    good: "ready ",
    missing: expect.stringMatching(
      /^failed the command 'no-such-command-anywhere' cannot be run: .* does not exist/,
    ),
    dies: "failed it ended with exit code 3: cannot open the database DB_PASSWORD=[redacted]",
    nobody: expect.stringMatching(/^failed fetch failed \(.+\)$/),
    unset: "failed mcpServers.unset.env.TOKEN: the variable NOT_SET_ANYWHERE is not set",
    off: "disabled ",
  });
  expect(new Set(set.tools().map(({ server }) => server))).toEqual(new Set(["good"]));
});

test("[HC1] a server that never answers is abandoned and stopped", async () => {
  const mark = `--mark=${randomUUID()}`;
  await using set = await connect({ silent: odd("--silent", "--stays", mark) }, { connectTimeoutMs: 500 });
  expect(set.status()).toEqual([{ name: "silent", state: "failed", error: "Request timed out" }]);
  expect(processesWith(mark)).toEqual([]);
});

test("[HC1] a server that exits when asked for its revision is connected by a handshake", async () => {
  await using set = await connect({ odd: odd("--dies-on-probe") });
  expect(set.status()).toMatchObject([{ state: "ready", era: "handshake" }]);
});

test("[HC1] names that clash or that model services refuse are changed, and pages are all read", async () => {
  await using set = await connect({
    a: odd("--tools=read.file,read_file,search", "--pages"),
    b: odd("--tools=search,echo"),
  });
  const names = set.tools().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(["read_file", "read_file_2", "a__search", "b__search", "a__echo"]),
  );
  expect(names.filter((name) => name === "b__echo")).toHaveLength(1);
  expect(await say(set, "read_file_2", { path: "x" })).toBe('{"path":"x"}');
  expect(await say(set, "b__serch")).toBe("There is no tool 'b__serch'. Did you mean 'b__search'?");
});

test("[HC1] a tool that a server adds later appears when the server announces it", async () => {
  const changes: number[] = [];
  await using set = await connect({ odd: odd() }, { onToolsChanged: () => void changes.push(1) });
  const before = changes.length;
  await set.call("change", { name: "fresh" });
  await expect.poll(() => set.tools().map(({ name }) => name)).toContain("fresh");
  expect(changes.length).toBe(before + 1);
  expect(await say(set, "fresh", { b: 2 })).toBe('{"b":2}');
});

test("[HC3] a child process gets only the allowed variables and its own", async () => {
  const env = { PATH: process.env.PATH, LANG: "C", SECRET: "s3", TOKEN: "t0", LC_ALL: undefined };
  const own = { MINE: "yes", GIVEN: `Bearer \${TOKEN}` };
  await using set = await connect({ odd: { ...odd(), env: own } }, { env });
  const { __CF_USER_TEXT_ENCODING: _, MCP_HOST_MARK: mark, ...seen } = JSON.parse(await say(set, "env"));
  expect(mark).toMatch(/^[0-9a-f]{32}$/);
  expect(seen).toEqual({ PATH: process.env.PATH, LANG: "C", MINE: "yes", GIVEN: "Bearer t0" });
});

test("[HC3] closing the set leaves nothing running, even if a server refuses to stop", async () => {
  const set = await connect({ good: odd(), stays: odd("--stays", "--tools=own") });
  const pids = [Number(await say(set, "good__pid")), Number(await say(set, "stays__pid"))];
  expect(pids.map(isRunning)).toEqual([true, true]);
  await set.close();
  expect(pids.map(isRunning)).toEqual([false, false]);
  expect(set.status().map(({ state }) => state)).toEqual(["closed", "closed"]);
  expect(await say(set, "own")).toBe("The server 'stays' is closed.");
  await set.close();
});

test("[HC3] processes that a child started end with it", async () => {
  const { command, args = [] } = odd("--stays");
  const line = [command, ...args].map((word) => `"${word}"`).join(" ");
  const set = await connect({ wrapped: { command: "sh", args: ["-c", `${line}; true`] } });
  const pid = Number(await say(set, "pid"));
  await set.close();
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("[HC3] a host that exits without closing leaves no child behind", async () => {
  const host = fileURLToPath(new URL("../support/careless-host.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [host]);
  await expect.poll(() => isRunning(Number(stdout))).toBe(false);
});
