import { CommandFailure, type Terminal } from "../command.ts";
import type { Client } from "./clients.ts";
import { readConfigFile, writeConfigFile } from "./config-file.ts";
import type { ConnectRequest } from "./connect-request.ts";
import { connections } from "./connections.ts";
import { checkInsideProject, configPath } from "./detect.ts";
import { displayDiff } from "./diff.ts";
import { Refusal } from "./format.ts";
import { planConnect, planRemove } from "./plan.ts";
import { entryFor, referredSecrets } from "./server-entry.ts";

/** Connects or removes one client: shows the diff, writes a backup and the file. Throws a `CommandFailure`. */
export async function connectClient(
  client: Client,
  request: ConnectRequest,
  terminal: Terminal,
  now: Date,
): Promise<void> {
  const entry = entryFor(client, request.server) ?? (request.isRemoval ? {} : undefined);
  if (entry === undefined)
    throw new CommandFailure(
      `${client.title} supports only stdio servers in its file; omit --transport http.`,
    );
  const connectionNotes = connections(terminal);
  const path = configPath(client, request.isProject, terminal);
  try {
    const file = await readConfigFile(path);
    if (request.isProject) checkInsideProject(file.target, terminal.workingFolder);
    const { format } = client;
    const plan = request.isRemoval
      ? planRemove(
          format,
          file.text,
          request.name,
          entry,
          (await connectionNotes.urlOf(path, request.name)) ?? request.url,
        )
      : planConnect(format, file.text, request.name, entry);
    if (plan.kind === "none") {
      const state = request.isRemoval ? "is not connected" : "is already connected";
      terminal.out(`${client.title} ${state}, nothing to change in ${path}\n`);
      return;
    }
    const isColoured = terminal.isTerminal && !terminal.env.NO_COLOR;
    terminal.out(displayDiff(path, file.text, plan.text, isColoured));
    if (plan.kind === "foreign" && !request.isForced) throw new Refusal(foreign(request));
    if (request.isDryRun) {
      terminal.out(`${client.title}: dry run, nothing was written.\n`);
      return;
    }
    const backup = await writeConfigFile(file, plan.text, {
      now,
      newMode: request.isProject ? 0o644 : 0o600,
    });
    if (backup) terminal.out(`Backup: ${backup}\n`);
    const { server } = request;
    await connectionNotes.note(
      path,
      request.name,
      !request.isRemoval && server.transport === "http" ? server.url : undefined,
    );
    terminal.out(done(client, request));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const at = error.position ? `:${error.position.line}:${error.position.column}` : "";
    throw new CommandFailure(`${client.title}: ${path}${at}: ${error.message}`);
  }
}

function foreign({ name, isRemoval }: ConnectRequest): string {
  return isRemoval
    ? `"${name}" does not look like Clew; add --force to remove it anyway`
    : `"${name}" already exists and differs; add --force to replace it`;
}

function done(client: Client, request: ConnectRequest): string {
  if (request.isRemoval) return `${client.title}: "${request.name}" is removed.\n`;
  const next = (request.isProject ? client.nextInProject : undefined) ?? client.next;
  const start = request.server.transport === "http" ? " Keep `clew serve` running." : "";
  const names = referredSecrets(client, request.server).join(" and ");
  const secrets = names && ` It reads ${names} from its environment.`;
  return `${client.title}: connected as "${request.name}". ${next}${start}${secrets}\n`;
}
