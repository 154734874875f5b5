import type { Terminal } from "../command.ts";
import { table } from "../table.ts";
import { type Client, clients } from "./clients.ts";
import { readConfigFile } from "./config-file.ts";
import type { ConnectRequest } from "./connect-request.ts";
import { connections } from "./connections.ts";
import { configPath, isDetected } from "./detect.ts";
import { Refusal } from "./format.ts";
import { isClewEntry } from "./server-entry.ts";

/** Prints each client: whether it is installed and connected, and its file. */
export async function listClients(request: ConnectRequest, terminal: Terminal): Promise<void> {
  const rows: string[][] = [];
  const connectionNotes = connections(terminal);
  for (const client of clients) {
    const here = isDetected(client, terminal) ? "detected" : "not found";
    if (request.isProject && !client.projectFile) {
      rows.push([client.id, here, "no project file", "-"]);
      continue;
    }
    const path = configPath(client, request.isProject, terminal);
    const url = (await connectionNotes.urlOf(path, request.name)) ?? request.url;
    rows.push([client.id, here, await stateOf(client, path, request.name, url), path]);
  }
  if (!terminal.isTerminal) {
    terminal.out(rows.map((row) => `${row.join("\t")}\n`).join(""));
    return;
  }
  terminal.out(`${table(["client", "installed", "state", "file"], rows)}\n`);
  terminal.out(
    "Connect with `clew connect CLIENT…` or `clew connect --all`; --dry-run shows what would change.\n",
  );
}

async function stateOf(client: Client, path: string, name: string, url: string): Promise<string> {
  try {
    const { text } = await readConfigFile(path);
    const entry = client.format.read(text, name);
    if (entry === undefined) return "not connected";
    return isClewEntry(entry, url) ? "connected" : "name taken";
  } catch (error) {
    if (error instanceof Refusal) return "unreadable";
    throw error;
  }
}
