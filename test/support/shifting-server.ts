import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/**
 * An MCP server of the handshake era whose tools a test changes while calls wait. `--control=<socket>` takes lines of
 * JSON: `{"tools": […]}` (or `text`, the list as JSON) replaces its tools and answers once they were listed again, `{"release": "x"}` lets the calls
 * of the tool `x` go on, `{"exit": true}` ends the process. `--log=<file>` gets a line for each call. `--tools=<file>`
 * is what it begins with; a tool's `structured` is what it answers as a value.
 */
const flags = new Map(
  process.argv.slice(2).map((flag): [string, string] => {
    const at = flag.indexOf("=");
    return [flag.slice(0, at), flag.slice(at + 1)];
  }),
);

interface Shown {
  readonly name: string;
  readonly [member: string]: unknown;
}
let tools: readonly Shown[] = JSON.parse(readFileSync(flags.get("--tools")!, "utf8"));
let text: string | undefined;
let listed: (() => void) | undefined;
const held = new Map<string, (() => void)[]>();

const send = (message: object) =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const control = createServer((socket) => {
  createInterface({ input: socket }).on("line", (line) => {
    const order = JSON.parse(line);
    if (order.exit) process.exit(0);
    if (order.release !== undefined) {
      for (const goOn of held.get(order.release)?.splice(0) ?? []) goOn();
      socket.write("released\n");
    }
    if (order.tools !== undefined || order.text !== undefined) {
      tools = order.tools ?? [];
      text = order.text;
      listed = () => socket.write("listed\n");
      send({ method: "notifications/tools/list_changed" });
    }
  });
});
rmSync(flags.get("--control")!, { force: true });
control.listen(flags.get("--control"));

createInterface({ input: process.stdin })
  .on("line", (line) => void receive(JSON.parse(line)))
  .on("close", () => process.exit(0));

interface Request {
  readonly id?: unknown;
  readonly method?: string;
  readonly params: { readonly name: string; readonly arguments: unknown };
}

async function receive({ id, method, params }: Request): Promise<void> {
  if (id === undefined || method === undefined) return;
  const result = (value: object) => send({ id, result: value });
  if (method === "initialize")
    return result({
      protocolVersion: "2025-06-18",
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: "shifting", version: "0.0.0" },
    });
  if (method === "tools/list") {
    if (text === undefined)
      result({ tools: tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool })) });
    else process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":${text}}}\n`);
    // The host has read the list when it reads what comes after it.
    if (listed) setImmediate(listed);
    listed = undefined;
    return;
  }
  if (method === "tools/call") return call(id, params);
  send({ id, error: { code: -32601, message: `There is no ${method}` } });
}

async function call(id: unknown, { name, arguments: given }: Request["params"]): Promise<void> {
  const log = flags.get("--log")!;
  appendFileSync(log, `${JSON.stringify({ tool: name, given })}\n`);
  if (tools.find((tool) => tool.name === name)?.holds)
    await new Promise<void>((resolve) => held.set(name, [...(held.get(name) ?? []), resolve]));
  appendFileSync(log, `${JSON.stringify({ ended: name, given })}\n`);
  const structured = tools.find((tool) => tool.name === name)?.structured;
  const content = [{ type: "text", text: `${name} is done` }];
  send({ id, result: { content, ...(structured !== undefined && { structuredContent: structured }) } });
}
