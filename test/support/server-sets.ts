import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type ConnectOptions,
  connectServers,
  type ServerEntries,
  type ServerSet,
  type ToolOutcome,
} from "../../src/mcp/connect/index.ts";

const oddServer = fileURLToPath(new URL("./odd-server.ts", import.meta.url));

/** An entry for the server that misbehaves, with its flags. */
export function odd(...flags: readonly string[]): ServerEntries[string] {
  return { command: process.execPath, args: [oddServer, ...flags] };
}

/** An entry for a server in an npm package. */
export function packaged(name: string, env: Readonly<Record<string, string>> = {}): ServerEntries[string] {
  const path = `../../node_modules/@modelcontextprotocol/${name}/dist/index.js`;
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL(path, import.meta.url))],
    env: { ...env },
  };
}

/** Connects with nothing of this process's environment but PATH. */
export function connect(entries: ServerEntries, options: Partial<ConnectOptions> = {}): Promise<ServerSet> {
  return connectServers(entries, { env: { PATH: process.env.PATH }, ...options });
}

/** The texts of an outcome. */
export function textsOf({ content }: ToolOutcome): string {
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

/** Calls a tool and returns the texts of its outcome. */
export async function say(
  set: ServerSet,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return textsOf(await set.call(name, input));
}

/** Whether a process runs; a zombie has no command line. Linux only. */
export function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
  } catch {
    return false;
  }
}
