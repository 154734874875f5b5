import { closest, Failure } from "../../ledger/index.ts";
import { callTool } from "./call-tool.ts";
import { readEntries, type ServerEntries } from "./entries.ts";
import { offersOf } from "./offers.ts";
import { type ConnectOptions, settingsOf } from "./options.ts";
import { failedOutcome } from "./outcome.ts";
import { createServerConnection, type ServerConnection } from "./server-connection.ts";
import type { ServerSet, ServerStatus } from "./server-set.ts";
import { openToolBook } from "./tool-book.ts";

/**
 * Connects to all servers at once. Invalid entries throw `INVALID_ARGUMENT`. A server that cannot be started does not
 * throw: `status()` says why, and the others work.
 */
export async function connectServers(
  entries: ServerEntries | { readonly mcpServers: ServerEntries },
  connectOptions: ConnectOptions,
): Promise<ServerSet> {
  const settings = settingsOf(connectOptions);
  const book = openToolBook(settings.names);
  const connections = new Map<string, ServerConnection>();
  const all = () => [...connections.values()];

  function onToolsChanged(): void {
    if (book.rename(all().flatMap((one) => one.tools()))) settings.onToolsChanged?.();
  }
  for (const [name, entry] of readEntries(entries))
    connections.set(name, createServerConnection({ name, entry, settings, onToolsChanged }));

  function connection(server: string): ServerConnection {
    const found = connections.get(server);
    if (found) return found;
    const problem = `There is no server '${server}'.${didYouMean(server, [...connections.keys()])}`;
    throw new Failure("INVALID_ARGUMENT", { problem });
  }
  const close = async () => void (await Promise.all(all().map((one) => one.close())));

  const set: ServerSet = {
    tools: book.all,
    names: book.names,
    async call(tool, input, options = {}) {
      const found = typeof tool === "string" ? book.find(tool) : tool;
      if (found) return callTool(connection(found.server), { tool: found, input, options, settings });
      const names = book.all().map(({ name }) => name);
      return failedOutcome(`There is no tool '${tool}'.${didYouMean(String(tool), names)}`);
    },
    ...offersOf(all, connection),
    status: () => all().map((one) => withLeftOut(one.status(), book.leftOut(one.name))),
    async refresh() {
      // Each status says what went wrong.
      await Promise.allSettled(all().map((one) => one.refresh()));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  await set.refresh();
  book.assignNames();
  return set;
}

function withLeftOut(status: ServerStatus, nameless: number): ServerStatus {
  if (nameless === 0) return status;
  const why = `${nameless} tools: the server has used all the names that one server may have.`;
  return { ...status, leftOut: [...(status.leftOut ?? []), why] };
}

function didYouMean(name: string, known: readonly string[]): string {
  const near = closest(name, known);
  return near === undefined ? "" : ` Did you mean '${near}'?`;
}
