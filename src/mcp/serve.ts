import {
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type ReportFault, toFailure } from "./call.ts";
import { principalOf } from "./caller.ts";
import type { Catalogue, Complete, Prompt, Tool } from "./define.ts";
import { ToolServer } from "./direct-call.ts";
import { createStateCodec } from "./request-state.ts";
import { isTemplate, matchResource } from "./resources.ts";
import { type CallOptions, createToolRunner, type View } from "./run-tool.ts";
import { toListedTool } from "./schema.ts";
import type { Updates } from "./updates.ts";

/** Options of a server. */
export interface ServerOptions extends CallOptions {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly updates: Updates;
  /** Signs the state of multi round-trip calls; shared by the servers of a deployment. Random by default. */
  readonly stateKey?: (() => Promise<Uint8Array>) | undefined;
  /** Reads the view of a session for MCP Apps; without it, there is none. */
  readonly appView?: () => Promise<string | undefined>;
}

/** Makes an SDK server for a connection or a request. Over HTTP it is called per request, so it must be cheap. */
export type MakeServer = (context: McpRequestContext) => ToolServer;

/** Prepares everything that connections share, and returns the factory of their servers. */
export function createServerFactory(serving: ServerOptions): MakeServer {
  const { catalogue, report } = serving;
  const tools = new Map<string, Tool>(catalogue.tools.map((tool) => [tool.name, tool]));
  for (const [alias, name] of Object.entries(catalogue.aliases)) {
    const tool = tools.get(name);
    if (tool) tools.set(alias, tool);
  }
  const lists = listCatalogue(catalogue);
  const viewFor = (context: ServerContext): View => serving.viewOf(principalOf(context.http?.authInfo));
  const readContext = (context: ServerContext) => {
    const { sessions, reasoning, notebooks } = viewFor(context);
    return {
      sessions,
      reasoning,
      notebooks,
      catalogue,
      ...(serving.appView && { appView: serving.appView }),
    };
  };
  const { instructions } = serving;
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} };
  const codec = createStateCodec(serving.stateKey);
  const options = {
    modern: { instructions, capabilities, requestState: { verify: codec.verify } },
    // The 2026-07-28 revision has no log messages to clients.
    legacy: { instructions, capabilities: { ...capabilities, logging: {} } },
  };
  const info = { name: serving.name, version: serving.version };
  const runTool = createToolRunner(serving, codec);

  return ({ era }) => {
    const server: ToolServer = new ToolServer(info, options[era], (call, request) => {
      const tool = tools.get(call.name);
      return tool && runTool(server, era, tool, call.arguments, request);
    });
    server.setRequestHandler("tools/list", () => lists.tools);
    server.setRequestHandler("tools/call", ({ params }, context) => {
      const tool = tools.get(params.name);
      if (!tool)
        throw invalid(`There is no tool '${clip(params.name)}'. Tools offered here: ${lists.toolNames}.`);
      return server.joinCall?.(context) ?? runTool(server, era, tool, params.arguments, context);
    });
    server.setRequestHandler("resources/list", () => lists.resources);
    server.setRequestHandler("resources/templates/list", () => lists.templates);
    server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
      const match = matchResource(catalogue.resources, uri);
      const found = await guard(report, () =>
        match?.resource.read(match.variables, readContext(context), match.query),
      );
      if (!match || found === undefined) throw new ResourceNotFoundError(clip(uri));
      const { mimeType = "text/plain" } = match.resource;
      return { contents: [{ uri, ...(typeof found === "string" ? { mimeType, text: found } : found) }] };
    });
    server.setRequestHandler("prompts/list", () => lists.prompts);
    server.setRequestHandler("prompts/get", async ({ params }, context) => {
      const prompt = catalogue.prompts.find(({ name }) => name === params.name);
      if (!prompt)
        throw invalid(
          `There is no prompt '${clip(params.name)}'. Prompts offered here: ${lists.promptNames}.`,
        );
      const input = promptArguments(prompt, params.arguments ?? {});
      const text = await guard(report, () => prompt.render(input, readContext(context)));
      return {
        description: prompt.description,
        messages: [{ role: "user", content: { type: "text", text } }],
      };
    });
    server.setRequestHandler("completion/complete", async ({ params }, context) => {
      const { ref, argument } = params;
      const complete = completer(catalogue, ref, argument.name);
      const known = params.context?.arguments ?? {};
      const values =
        (await guard(report, () => complete?.(argument.value, readContext(context), known))) ?? [];
      return {
        completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 },
      };
    });
    if (era === "legacy") serveSubscriptions(server, serving.updates, viewFor);
    return server;
  };
}

function serveSubscriptions(
  server: Server,
  updates: Updates,
  viewFor: (context: ServerContext) => View,
): void {
  const uris = new Set<string>();
  let stop: (() => void) | undefined;
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    if (uris.size >= 1000)
      throw invalid("At most 1000 resources can be subscribed to at once. Unsubscribe from some first.");
    if (uri.length > 2000) throw invalid("A subscribed URI can have at most 2000 characters.");
    uris.add(uri);
    // A connection belongs to the principal that opened it.
    stop ??= updates.listen((changed) => {
      if (uris.has(changed)) server.sendResourceUpdated({ uri: changed }).catch(() => {});
    }, viewFor(context).sees);
    await updates.ready();
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    uris.delete(uri);
    return {};
  });
  const closed = server.onclose;
  server.onclose = () => {
    stop?.();
    closed?.();
  };
}

function listCatalogue(catalogue: Catalogue) {
  const listed = ({
    uri: _,
    complete: __,
    updatedBy: ___,
    read: ____,
    ...rest
  }: Catalogue["resources"][number]) => rest;
  return {
    tools: { tools: catalogue.tools.map(toListedTool) },
    toolNames: catalogue.tools.map((tool) => tool.name).join(", "),
    resources: {
      resources: catalogue.resources
        .filter((one) => !isTemplate(one))
        .map((one) => ({ uri: one.uri, ...listed(one) })),
    },
    templates: {
      resourceTemplates: catalogue.resources
        .filter(isTemplate)
        .map((one) => ({ uriTemplate: one.uri, ...listed(one) })),
    },
    prompts: {
      prompts: catalogue.prompts.map(({ render: _, arguments: declared, ...rest }) => ({
        ...rest,
        arguments: declared.map(({ complete: __, ...argument }) => argument),
      })),
    },
    promptNames: catalogue.prompts.map((prompt) => prompt.name).join(", "),
  };
}

function promptArguments(prompt: Prompt, input: Readonly<Record<string, string>>): Record<string, string> {
  const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
  const values: Record<string, string> = {};
  for (const { name, required } of prompt.arguments) {
    const found = Object.entries(input).find(([key]) => plain(key) === plain(name))?.[1];
    if (found !== undefined && found !== "") values[name] = found;
    else if (required) throw invalid(`The prompt '${prompt.name}' needs the argument '${name}'.`);
  }
  return values;
}

function completer(
  catalogue: Catalogue,
  ref: { readonly type: string; readonly uri?: string; readonly name?: string },
  argument: string,
): Complete | undefined {
  if (ref.type === "ref/resource")
    return catalogue.resources.find(({ uri }) => uri === ref.uri)?.complete?.[argument];
  const prompt = catalogue.prompts.find(({ name }) => name === ref.name);
  return prompt?.arguments.find(({ name }) => name === argument)?.complete;
}

async function guard<T>(report: ReportFault, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = toFailure(error, report);
    throw new ProtocolError(ProtocolErrorCode.InternalError, failure.message, { code: failure.code });
  }
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message);
const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
