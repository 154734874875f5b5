import { CommandFailure, type DefineCommand, type Terminal } from "./command.ts";
import { checkAddress } from "./connect/check-address.ts";
import { type Client, clients } from "./connect/clients.ts";
import { connectClient } from "./connect/connect-client.ts";
import {
  type ConnectOptions,
  type ConnectRequest,
  defaultUrl,
  readConnectRequest,
} from "./connect/connect-request.ts";
import { isDetected } from "./connect/detect.ts";
import { listClients } from "./connect/list.ts";

const ids = clients.map(({ id }) => id).join(", ");

/** `clew connect`: adds the server to the configuration of editors and agents. */
export const connect = ((program, terminal) => {
  program
    .command("connect")
    .description("connect Clew to your editors and agents; without a client, list them")
    .argument("[client...]", `the clients to connect: ${ids}`)
    .option("--all", "every client found on this machine")
    .option("--project", "write the project-level file in this folder instead of the user's")
    .option("--transport <kind>", "stdio or http", "stdio")
    .option("--url <address>", `the running server for --transport http (default: "${defaultUrl}")`)
    .option("--name <name>", "the name of the entry", "clew")
    .option("--tools <list>", "pass --tools LIST to the server")
    .option("--command <line>", "start the server with this command instead of this installation")
    .option("--dry-run", "show the diff and write nothing")
    .option("--remove", "remove the entry")
    .option("--force", "replace an entry of this name that differs")
    .action(async (names: readonly string[], options: ConnectOptions) => {
      const request = readConnectRequest(options, terminal);
      const chosen = choose(names, options.all ?? false, terminal);
      if (chosen) {
        await connectAll(chosen, request, options.all ?? false, terminal);
        const { server } = request;
        if (server.transport === "http" && !request.isRemoval)
          terminal.out(`${await checkAddress(server.url, server.token)}\n`);
        return;
      }
      if (request.isRemoval) throw new CommandFailure("--remove requires a client, or --all.");
      await listClients(request, terminal);
    });
}) satisfies DefineCommand;

function choose(names: readonly string[], isAll: boolean, terminal: Terminal): readonly Client[] | undefined {
  const unknown = names.find((name) => clients.every(({ id }) => id !== name));
  if (unknown !== undefined) {
    throw new CommandFailure(`Unknown client "${unknown}"; use one of: ${ids}.`);
  }
  if (isAll && names.length > 0) throw new CommandFailure("Name clients or use --all, not both.");
  if (names.length > 0) return clients.filter(({ id }) => names.includes(id));
  if (!isAll) return undefined;
  const detected = clients.filter((client) => isDetected(client, terminal));
  if (detected.length > 0) return detected;
  throw new CommandFailure(`No client was found; name one to connect it anyway: ${ids}.`);
}

/** A failure of one client does not affect the others. */
async function connectAll(
  chosen: readonly Client[],
  request: ConnectRequest,
  isAll: boolean,
  terminal: Terminal,
): Promise<void> {
  const failures: CommandFailure[] = [];
  for (const client of chosen) {
    if (isAll && !canTake(client, request)) {
      terminal.err(`${client.title} is skipped: it does not support this configuration.\n`);
      continue;
    }
    try {
      await connectClient(client, request, terminal, new Date());
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      failures.push(error);
      if (chosen.length > 1) terminal.err(`${error.message}\n`);
    }
  }
  const [first] = failures;
  if (first && chosen.length === 1) throw first;
  if (first) throw new CommandFailure(`${failures.length} of ${chosen.length} clients failed; see above.`);
}

function canTake(client: Client, request: ConnectRequest): boolean {
  const hasFile = !request.isProject || client.projectFile !== undefined;
  const hasTransport = request.isRemoval || request.server.transport === "stdio" || client.http !== undefined;
  return hasFile && hasTransport;
}
