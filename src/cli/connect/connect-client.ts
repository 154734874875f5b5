import { CommandFailure, type Terminal } from "../command.ts";
import type { Client } from "./clients.ts";
import { readConfigFile, writeConfigFile } from "./config-file.ts";
import type { ConnectRequest } from "./connect-request.ts";
import { connections } from "./connections.ts";
import { configPath } from "./detect.ts";
import { shownDiff } from "./diff.ts";
import { entryFor, referredSecrets } from "./entry.ts";
import { checkInsideProject } from "./inside-project.ts";
import { planConnect, planRemove } from "./plan.ts";
import { Refusal } from "./refusal.ts";

/** Does one client's part of the wish: shows the diff, keeps a backup, writes. Throws a `CommandFailure`. */
export async function connectClient(
  client: Client,
  wish: ConnectRequest,
  terminal: Terminal,
  now: Date,
): Promise<void> {
  const entry = entryFor(client, wish.server) ?? (wish.isRemoval ? {} : undefined);
  if (entry === undefined)
    throw new CommandFailure(
      `${client.title} takes only stdio servers in its file; leave out --transport http.`,
    );
  const noted = connections(terminal);
  const path = configPath(client, wish.isProject, terminal);
  try {
    const file = await readConfigFile(path);
    if (wish.isProject) checkInsideProject(file.target, terminal.workingFolder);
    const { format } = client;
    const plan = wish.isRemoval
      ? planRemove(format, file.text, wish.name, entry, (await noted.urlOf(path, wish.name)) ?? wish.url)
      : planConnect(format, file.text, wish.name, entry);
    if (plan.kind === "none") {
      const state = wish.isRemoval ? "is not connected" : "is connected already";
      terminal.out(`${client.title} ${state}, nothing to change in ${path}\n`);
      return;
    }
    const isColoured = terminal.isTerminal && !terminal.env.NO_COLOR;
    terminal.out(shownDiff(path, file.text, plan.text, isColoured));
    if (plan.kind === "foreign" && !wish.isForced) throw new Refusal(foreign(wish));
    if (wish.isDryRun) {
      terminal.out(`${client.title}: dry run, nothing was written.\n`);
      return;
    }
    const backup = await writeConfigFile(file, plan.text, { now, newMode: wish.isProject ? 0o644 : 0o600 });
    if (backup) terminal.out(`Backup: ${backup}\n`);
    const { server } = wish;
    await noted.note(
      path,
      wish.name,
      !wish.isRemoval && server.transport === "http" ? server.url : undefined,
    );
    terminal.out(done(client, wish));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const place = error.place ? `:${error.place.line}:${error.place.column}` : "";
    throw new CommandFailure(`${client.title}: ${path}${place}: ${error.message}`);
  }
}

function foreign({ name, isRemoval }: ConnectRequest): string {
  return isRemoval
    ? `"${name}" does not look like Clew; add --force to take it out all the same`
    : `"${name}" is there already and differs; add --force to replace it`;
}

function done(client: Client, wish: ConnectRequest): string {
  if (wish.isRemoval) return `${client.title}: "${wish.name}" is taken out.\n`;
  const next = (wish.isProject ? client.nextInProject : undefined) ?? client.next;
  const start = wish.server.transport === "http" ? " Keep `clew serve` running." : "";
  const names = referredSecrets(client, wish.server).join(" and ");
  const secrets = names && ` It reads ${names} from the environment in which it is started.`;
  return `${client.title}: connected as "${wish.name}". ${next}${start}${secrets}\n`;
}
