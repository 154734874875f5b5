import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * An MCP server of the handshake era that misbehaves on request. It is written by hand, line by line, because the SDK's
 * server would not do most of this. Flags on its command line:
 *
 * `--tools=a,b` more tools, `--pages` one tool a page, `--dies-at-start`, `--dies-on-probe`, `--silent`, `--stays` ends
 * neither with its input nor with SIGTERM, `--last-id` the id stands at the end of an answer.
 */
const flags = new Map(
  process.argv.slice(2).map((flag): [string, string] => {
    const [name = "", value = ""] = flag.split("=", 2);
    return [name, value];
  }),
);
const tools = [
  ..."echo die hang cancelled progress big env ask greeting change garbage flood pid endless endlessline endlessnoise daemon".split(
    " ",
  ),
  ...(flags.get("--tools")?.split(",") ?? []),
];
const cancelled: unknown[] = [];
let greeting: unknown;
const waiting = new Map<string, (answer: Message) => void>();

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

if (flags.has("--dies-at-start")) {
  process.stderr.write("cannot open the database\nDB_PASSWORD=hunter2hunter2\n", () => process.exit(3));
} else {
  process.stdout.write("Odd server is listening!\n");
  if (flags.has("--stays")) {
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1 << 30);
  }
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => void receive(JSON.parse(line)));
  if (!flags.has("--stays")) lines.on("close", () => process.exit(0));
}

async function receive(message: Message): Promise<void> {
  if (flags.has("--silent")) return;
  if (flags.has("--dies-on-probe") && message.method === "server/discover") process.exit(1);
  if (message.method === undefined) return waiting.get(String(message.id))?.(message);
  if (message.method === "notifications/cancelled") cancelled.push(message.params);
  if (message.id === undefined) return;
  const answer = await answerTo(message);
  if (answer !== undefined) respond(message.id, answer);
}

function respond(id: string | number, { error, ...result }: Readonly<Record<string, unknown>>): void {
  const body = error === undefined ? { result } : { error };
  send(flags.has("--last-id") ? { jsonrpc: "2.0", ...body, id } : { jsonrpc: "2.0", id, ...body });
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function answerTo({ method, params = {} }: Message): Promise<Record<string, unknown> | undefined> {
  switch (method) {
    case "initialize": {
      greeting = params;
      const capabilities = { tools: { listChanged: true } };
      const serverInfo = { name: "odd", version: "0.0.0" };
      return { protocolVersion: "2025-06-18", capabilities, serverInfo };
    }
    case "tools/list":
      return listing(params.cursor);
    case "tools/call":
      return call(
        String(params.name),
        params.arguments as Readonly<Record<string, unknown>>,
        params._meta as { readonly progressToken?: unknown } | undefined,
      );
    default:
      return { error: { code: -32601, message: `There is no ${method}` } };
  }
}

function listing(cursor: unknown): Record<string, unknown> {
  const listed = tools.map((name) => ({ name, description: name, inputSchema: { type: "object" } }));
  if (!flags.has("--pages")) return { tools: listed };
  const at = Number(cursor ?? 0);
  return { tools: [listed[at]], ...(at + 1 < listed.length && { nextCursor: String(at + 1) }) };
}

async function call(
  name: string,
  given: Readonly<Record<string, unknown>>,
  meta: { readonly progressToken?: unknown } = {},
): Promise<Record<string, unknown> | undefined> {
  switch (name) {
    case "die":
      process.stderr.write("something broke, token=abcdef123456\n", () => process.exit(7));
      return undefined;
    case "hang":
      send({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: meta.progressToken, progress: 0 },
      });
      return undefined;
    case "cancelled":
      return text(JSON.stringify(cancelled));
    case "progress":
      for (const progress of [1, 2, 3])
        send({
          jsonrpc: "2.0",
          method: "notifications/progress",
          params: { progressToken: meta.progressToken, progress, total: 3, message: `step ${progress}` },
        });
      return text("done");
    case "big":
      return text("x".repeat(Number(given.length)));
    case "env":
      return text(JSON.stringify(process.env));
    case "ask": {
      const { result, error } = await ask(String(given.method), given.params);
      return text(JSON.stringify(result ?? error));
    }
    case "greeting":
      return text(JSON.stringify(greeting));
    case "change":
      tools.push(String(given.name));
      send({ jsonrpc: "2.0", method: "notifications/tools/list_changed" });
      return text("changed");
    case "garbage":
      process.stdout.write('Loading…\n{"json": "but no message"}\n[1,2\n\n');
      return text("after garbage");
    case "flood":
      await new Promise((done) => process.stderr.write("noise ".repeat(1_000_000), done));
      return text("after the flood");
    case "endless":
      setInterval(() => {
        const params = { progressToken: meta.progressToken, progress: performance.now(), message: "still" };
        send({ jsonrpc: "2.0", method: "notifications/progress", params });
      }, 20);
      return undefined;
    case "endlessline":
      return pour(() => "x".repeat(65_536));
    case "endlessnoise":
      return pour(() => `${"noise ".repeat(10_000)}\n`, process.stderr);
    case "daemon":
      return text(String(startDaemon(given)));
    case "pid":
      return text(String(process.pid));
    default:
      return text(JSON.stringify(given));
  }
}

/** Writes without end, as fast as it is read. */
function pour(piece: () => string, to: NodeJS.WriteStream = process.stdout): undefined {
  const more = () => void to.write(piece(), more);
  more();
}

/** Leaves the process group and, if requested, the environment. */
function startDaemon({ bare }: Readonly<Record<string, unknown>>): number | undefined {
  const env = bare === true ? {} : process.env;
  const child = spawn("sleep", ["600"], { detached: true, stdio: "ignore", env });
  child.unref();
  return child.pid;
}

function ask(method: string, params: unknown): Promise<Message> {
  return new Promise((resolve) => {
    waiting.set("question-1", resolve);
    send({ jsonrpc: "2.0", id: "question-1", method, params });
  });
}

function text(value: string): Record<string, unknown> {
  return { content: [{ type: "text", text: value }] };
}
