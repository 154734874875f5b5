import type { HostTool, LLMConfig, MessageStreamChunk } from "../../src/host/index.ts";
import { SessionManager, type SessionManagerOptions } from "../../src/host/session-manager.ts";
import { openStore } from "../../src/store/open.ts";
import { allThoughts, type Store } from "../../src/store/port.ts";
import {
  type ModelServer,
  type RecordedRequest,
  type Script,
  startModelServer,
} from "../../src/testing/index.ts";

/** A manager whose sessions use a scripted model, on a ledger in memory. */
export interface HostScene extends AsyncDisposable {
  readonly store: Store;
  readonly server: ModelServer;
  readonly manager: SessionManager;
  /** A configuration with the scripted Claude and a test's overrides. */
  config(more?: Partial<LLMConfig>): LLMConfig;
  /** The requests to the model, without those for model facts. */
  asked(): readonly RecordedRequest[];
  /** Another manager on the same store. */
  another(options?: SessionManagerOptions): SessionManager;
}

/** The model of scenes: it accepts a thinking budget. */
export const CLAUDE = "claude-sonnet-4-5";

/** Creates the scene; disposing it closes everything. */
export async function hostScene(script: Script, options: SessionManagerOptions = {}): Promise<HostScene> {
  const store = options.store ?? (await openStore({ memory: true }));
  const server = await startModelServer(script);
  const managers: SessionManager[] = [];
  const another = (more: SessionManagerOptions = {}) => {
    const env = { PATH: process.env.PATH, ANTHROPIC_API_KEY: "sk-scripted", ANTHROPIC_BASE_URL: server.url };
    const manager = new SessionManager({ store, env, maxRetries: 0, ...options, ...more });
    managers.push(manager);
    return manager;
  };
  return {
    store,
    server,
    manager: another(),
    another,
    config: (more = {}) => ({ type: "claude", model: CLAUDE, system_prompt: "Be brief.", ...more }),
    asked: () => server.requests.filter(({ method }) => method === "POST"),
    async [Symbol.asyncDispose]() {
      await Promise.all(managers.map((manager) => manager.close()));
      await server.close();
      await store.close();
    },
  };
}

/** A tool of the program that answers with a text; a function makes it from the arguments. */
export function tool(
  name: string,
  answer: string | ((input: Readonly<Record<string, unknown>>) => string) = "done",
): HostTool {
  return {
    specification: { name, description: `The tool ${name}.`, input: { type: "object", properties: {} } },
    async run(input) {
      const text = typeof answer === "string" ? answer : answer(input);
      return { content: [{ type: "text", text }], isError: false };
    },
  };
}

/** A reply that thinks and calls a tool several times at once, each with other arguments. */
export function calling(name: string, times = 1, from = 0) {
  return {
    thinking: "A tool will know.",
    toolCalls: Array.from({ length: times }, (_, index) => ({ name, input: { step: from + index } })),
  };
}

/** The chunks of one type. */
export function only<T extends MessageStreamChunk["type"]>(chunks: readonly MessageStreamChunk[], type: T) {
  return chunks.filter((chunk): chunk is Extract<MessageStreamChunk, { type: T }> => chunk.type === type);
}

/** All thoughts of a session. */
export function thoughtsOf(store: Store, sessionId: string) {
  return Array.fromAsync(allThoughts(store, sessionId));
}
