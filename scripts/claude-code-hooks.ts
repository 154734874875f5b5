// Runs a real Claude Code with the plugin against a scripted model on loopback, and checks that the first request after a
// start, after a restart and after `/compact` has the brief. It installs nothing:
//
//   npm install --prefix /tmp/claude @anthropic-ai/claude-code
//   node --import ./scripts/text-loader.js scripts/claude-code-hooks.ts /tmp/claude/node_modules/.bin/claude
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { openStore } from "../src/store/open.ts";
import { startModelServer } from "../src/testing/index.ts";

const claude = process.argv[2];
if (claude === undefined) {
  process.stderr.write("Name the command: scripts/claude-code-hooks.ts <path of claude>\n");
  process.exit(1);
}

const root = resolve(import.meta.dirname, "..");
const plugin = join(root, "integrations", "claude-plugin");
const home = mkdtempSync(join(tmpdir(), "clew-claude-"));
const project = join(home, "work", "shop");
const bin = join(home, "bin");
const data = join(home, "ledger");
for (const folder of [project, bin, data]) mkdirSync(folder, { recursive: true });
const command = join(bin, "clew");
/** What Claude Code writes to the hooks, one JSON document a line. */
const inputs = join(home, "hook-inputs");
/** The folder that it names to them, one a line. */
const folders = join(home, "hook-folders");
writeFileSync(
  command,
  [
    "#!/bin/sh",
    `clew() { "${process.execPath}" "${join(root, "bin", "clew.js")}" "$@"; }`,
    'if [ "$1" = hook ]; then',
    "  input=$(cat)",
    `  printf '%s\\n' "$input" >> "${inputs}"`,
    `  printf '%s\\n' "$CLAUDE_PROJECT_DIR" >> "${folders}"`,
    `  printf '%s' "$input" | clew "$@"`,
    'else clew "$@"; fi',
    "",
  ].join("\n"),
);
chmodSync(command, 0o755);

const GOAL = "Why is the cart slow on Fridays?";

/** Records a decision in the unfinished session, so that a new brief differs from the one before. */
async function decide(what: string): Promise<string> {
  const store = await openStore({ file: join(data, "clew.db") });
  await store.append({
    target: { sessionId: "cart", create: () => ({ title: GOAL, project: "shop", mode: "chain" }) },
    content: `Decision: ${what}.`,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "think",
  });
  await store.close();
  return what;
}

async function checkpoints(): Promise<number> {
  const store = await openStore({ file: join(data, "clew.db") });
  const thoughts = await store.thoughts("cart", {});
  await store.close();
  return thoughts.filter(({ metadata }) => metadata.checkpoint !== undefined).length;
}

const TURN = "The reducer reads the whole cart for every line, which is slow. ";
const SUMMARY = "The cart is slow because of a scan.";
const server = await startModelServer(({ body }) =>
  JSON.stringify(body).includes("followed by a <summary> block")
    ? `<analysis>short</analysis><summary>${SUMMARY}</summary>`
    : TURN.repeat(60),
);

/** Proxies that do not answer: whatever is not for loopback fails. */
const NOWHERE = "http://127.0.0.1:9";
const env = {
  HOME: home,
  PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
  CLEW_HOME: data,
  ANTHROPIC_BASE_URL: server.url,
  ANTHROPIC_API_KEY: "sk-ant-scripted",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
  DISABLE_AUTOUPDATER: "1",
  HTTPS_PROXY: NOWHERE,
  HTTP_PROXY: NOWHERE,
  NO_PROXY: "127.0.0.1,localhost",
};

/** One run of Claude Code; returns the requests that it sent. */
async function run(prompt: string, ...flags: readonly string[]): Promise<readonly string[]> {
  const before = server.requests.length;
  const child = spawn(claude!, ["-p", prompt, "--plugin-dir", plugin, ...flags], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.stdout.write(
    `claude -p ${JSON.stringify(prompt)} ${flags.join(" ")}: ${output.trim().slice(0, 80)}\n`,
  );
  if (problems.trim() !== "") process.stdout.write(`  ${problems.trim().slice(0, 300)}\n`);
  return server.requests.slice(before).map(({ body }) => JSON.stringify(body));
}

/**
 * One process of Claude Code that takes several messages. \`say\` sends one, waits for its result and returns the requests
 * to the model since then.
 */
function converse() {
  const flags = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
  const child = spawn(claude!, ["-p", ...flags, "--plugin-dir", plugin], {
    cwd: project,
    env,
    stdio: ["pipe", "pipe", "inherit"],
    timeout: 240_000,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async say(content: string): Promise<readonly string[]> {
      const before = server.requests.length;
      process.stdout.write(`message ${JSON.stringify(content)}\n`);
      const message = { type: "user", message: { role: "user", content } };
      child.stdin.write(`${JSON.stringify(message)}\n`);
      for (let line = await lines.next(); !line.done; line = await lines.next())
        if (JSON.parse(line.value).type === "result") break;
      return server.requests.slice(before).map(({ body }) => JSON.stringify(body));
    },
    async end(): Promise<void> {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

/** The sources of the session starts that Claude Code has reported. */
function starts(): readonly string[] {
  const given = readFileSync(inputs, "utf8").trim().split("\n");
  return given.map((line) => JSON.parse(line)).flatMap(({ source }) => source ?? []);
}

let failures = 0;
function check(what: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? "ok  " : "FAIL"} ${what}\n`);
  if (!isTrue) failures++;
}

try {
  const first = await decide("index the cart by customer");
  const [start = ""] = await run("Look at the cart.");
  check("the first request after a start has the brief", start.includes(GOAL) && start.includes(first));
  const second = await decide("drop the old index");
  const [restart = ""] = await run("Where were we?", "--continue");
  check("the first request after a restart has the brief", restart.includes(second));
  // One process, so that only the session start after the compaction can bring the new brief.
  const talk = converse();
  for (const prompt of ["And then?", "What else?", "Go on.", "And now?"]) await talk.say(prompt);
  const third = await decide("measure on a Friday");
  await talk.say("/compact");
  check("a checkpoint of the compaction is in the ledger", (await checkpoints()) === 1);
  const [compacted = ""] = await talk.say("Continue.");
  await talk.end();
  check("the conversation was compacted", compacted.includes(SUMMARY) && !compacted.includes("What else?"));
  check("Claude Code reported a start because of the compaction", starts().at(-1) === "compact");
  check(
    "the first request after /compact has the brief",
    compacted.includes(GOAL) && compacted.includes(third),
  );
  const named = new Set(readFileSync(folders, "utf8").trim().split("\n"));
  check("the hooks get the folder of the project", named.size === 1 && named.has(project));
  process.stdout.write(`session starts: ${starts().join(", ")}\n`);
} finally {
  await server.close();
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
