import { closest, Failure } from "../../ledger/index.ts";
import { callTool } from "./call-tool.ts";
import { type Connection, makeConnection } from "./connection.ts";
import { readEntries, type ServerEntries } from "./entries.ts";
import { offersOf } from "./offers.ts";
import { type ConnectOptions, settingsOf } from "./options.ts";
import { failedOutcome } from "./outcome.ts";
import type { ServerSet } from "./server-set.ts";
import { openToolBook } from "./tool-book.ts";

/**
 * Connects to all servers at once. Entries that make no sense throw `INVALID_ARGUMENT`; a server that cannot be started
 * does not: `status()` says why, and the others work.
 */
export async function connectServers(
  entries: ServerEntries | { readonly mcpServers: ServerEntries },
  options: ConnectOptions,
): Promise<ServerSet> {
  const settings = settingsOf(options);
  const book = openToolBook();
  const connections = new Map<string, Connection>();
  const all = () => [...connections.values()];

  function onToolsChanged(): void {
    if (book.rename(all().flatMap((one) => one.tools()))) settings.onToolsChanged?.();
  }
  for (const [name, entry] of readEntries(entries))
    connections.set(name, makeConnection({ name, entry, settings, onToolsChanged }));

  function named(server: string): Connection {
    const found = connections.get(server);
    if (found) return found;
    const problem = `There is no server '${server}'.${didYouMean(server, [...connections.keys()])}`;
    throw new Failure("INVALID_ARGUMENT", { problem });
  }
  const close = async () => void (await Promise.all(all().map((one) => one.close())));

  const set: ServerSet = {
    tools: book.all,
    async call(name, input, how = {}) {
      const found = book.find(name);
      if (found) return callTool(named(found.server), { tool: found.tool, input, how, settings });
      const names = book.all().map((tool) => tool.name);
      return failedOutcome(`There is no tool '${name}'.${didYouMean(name, names)}`);
    },
    ...offersOf(all, named),
    status: () => all().map((one) => one.status()),
    async refresh() {
      // What goes wrong with one is in its status.
      await Promise.allSettled(all().map((one) => one.refresh()));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  await set.refresh();
  return set;
}

function didYouMean(given: string, known: readonly string[]): string {
  return known.length > 0 ? ` Did you mean '${closest(given, known)}'?` : "";
}
