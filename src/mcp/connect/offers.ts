import { toContent, toResource } from "./content.ts";
import { explain, ServerError } from "./explain.ts";
import type { OpenClient } from "./open-client.ts";
import type { ServerConnection } from "./server-connection.ts";
import type { ConnectedPrompt, ConnectedResource, ServerSet } from "./server-set.ts";

/** Resources and prompts of connected servers. */
export type Offers = Pick<ServerSet, "resources" | "readResource" | "prompts" | "getPrompt">;

/** Lists and reads resources and prompts. Nothing is cached. */
export function offersOf(
  all: () => readonly ServerConnection[],
  connection: (server: string) => ServerConnection,
): Offers {
  return {
    resources: () => askAll(all(), listResources),
    async readResource(server, uri) {
      const { contents } = await ask(connection(server), ({ client }) => client.readResource({ uri }));
      return contents.map(toResource);
    },
    prompts: () => askAll(all(), listPrompts),
    async getPrompt(server, name, args = {}) {
      const params = { name, arguments: { ...args } };
      const { messages } = await ask(connection(server), ({ client }) => client.getPrompt(params));
      return messages.map(({ role, content }) => ({ role, content: toContent(content) }));
    },
  };
}

async function listResources({ client }: OpenClient, server: string): Promise<readonly ConnectedResource[]> {
  if (!client.getServerCapabilities()?.resources) return [];
  const { resources } = await client.listResources();
  return resources.map(({ uri, name, title, description, mimeType }) => {
    return { server, uri, name, title, description, mimeType };
  });
}

async function listPrompts({ client }: OpenClient, server: string): Promise<readonly ConnectedPrompt[]> {
  if (!client.getServerCapabilities()?.prompts) return [];
  const { prompts } = await client.listPrompts();
  return prompts.map(({ name, title, description, arguments: declared = [] }) => {
    const args = declared.map((one) => ({
      name: one.name,
      description: one.description,
      required: one.required === true,
    }));
    return { server, name, title, description, arguments: args };
  });
}

async function ask<T>(server: ServerConnection, request: (open: OpenClient) => Promise<T>): Promise<T> {
  const open = await server.ready();
  try {
    return await open.authorized(() => request(open));
  } catch (error) {
    server.reportFailure(open, error);
    throw new ServerError(`The server '${server.name}' refused: ${explain(error)}`, { cause: error });
  }
}

/** Asks all servers that are ready; failures are skipped. */
async function askAll<T>(
  all: readonly ServerConnection[],
  request: (open: OpenClient, server: string) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const up = all.filter((one) => one.status().state === "ready");
  const answers = await Promise.allSettled(up.map((one) => ask(one, (open) => request(open, one.name))));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}
