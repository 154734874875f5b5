import { CommandFailure, type Terminal } from "../command.ts";
import { changeFile } from "./change-file.ts";
import type { Client } from "./clients.ts";
import type { ConnectRequest } from "./connect-request.ts";
import { connections } from "./connections.ts";
import { configPath } from "./detect.ts";
import { planConnect, planRemove } from "./plan.ts";
import { entryFor, referredSecrets } from "./server-entry.ts";

/** Connects or removes one client: shows the diff, writes a backup and the file. Throws a `CommandFailure`. */
export async function connectClient(
  client: Client,
  request: ConnectRequest,
  terminal: Terminal,
  now: Date,
): Promise<void> {
  const { name, server, isRemoval } = request;
  const entry = entryFor(client, server) ?? (isRemoval ? {} : undefined);
  if (entry === undefined)
    throw new CommandFailure(
      `${client.title} supports only stdio servers in its file; omit --transport http.`,
    );
  const connectionNotes = connections(terminal);
  const path = configPath(client, request.isProject, terminal);
  const change = {
    title: client.title,
    path,
    plan: async (text: string) =>
      isRemoval
        ? planRemove(
            client.format,
            text,
            name,
            entry,
            (await connectionNotes.urlOf(path, name)) ?? request.url,
          )
        : planConnect(client.format, text, name, entry),
    unchanged: isRemoval ? "is not connected" : "is already connected",
    done: done(client, request),
    foreign: isRemoval
      ? `"${name}" does not look like Clew; add --force to remove it anyway`
      : `"${name}" already exists and differs; add --force to replace it`,
  };
  if (await changeFile(change, request, terminal, now))
    await connectionNotes.note(
      path,
      name,
      !isRemoval && server.transport === "http" ? server.url : undefined,
    );
}

function done(client: Client, request: ConnectRequest): string {
  if (request.isRemoval) return `"${request.name}" is removed.`;
  const next = (request.isProject ? client.nextInProject : undefined) ?? client.next;
  const start = request.server.transport === "http" ? " Keep `clew serve` running." : "";
  const names = referredSecrets(client, request.server).join(" and ");
  const secrets = names && ` It reads ${names} from its environment.`;
  return `connected as "${request.name}". ${next}${start}${secrets}`;
}
