import { type Analysis, analyse, exportChain, exportMarkdown, readChain } from "../../src/ledger/index.ts";
import { type Engine, openaiCompatibleEngine } from "../../src/llm/index.ts";
import { briefSession } from "../../src/sessions/brief.ts";
import type { Author } from "../../src/sessions/record.ts";
import { openStore } from "../../src/store/open.ts";
import { allThoughts, type Store } from "../../src/store/port.ts";
import {
  type ModelServer,
  type RecordedRequest,
  type Script,
  startModelServer,
} from "../../src/testing/index.ts";

/** A ledger in memory, and a scripted model behind a real engine. */
export interface ModelScene extends AsyncDisposable {
  readonly store: Store;
  readonly server: ModelServer;
  readonly engine: Engine;
}

/** Creates the scene; disposing it closes both. */
export async function modelScene(script: Script): Promise<ModelScene> {
  const store = await openStore({ memory: true });
  const server = await startModelServer(script, { key: false });
  return {
    store,
    server,
    engine: openaiCompatibleEngine({ baseUrl: server.url, model: "scripted" }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await store.close();
    },
  };
}

/** A caller who names a session, or one who does not. */
export function authorOf(session?: string, key?: string): Author {
  return {
    handle:
      session === undefined
        ? { text: "process", origin: "connection" }
        : { text: session, origin: "argument" },
    ...(key !== undefined && { idempotency: { scope: "test", key } }),
  };
}

/** What a request sent to the model: the instructions and the last message. */
export function promptOf({ body }: RecordedRequest): { readonly system: string; readonly user: string } {
  const text = (content: unknown) => (typeof content === "string" ? content : JSON.stringify(content ?? ""));
  return { system: text(body.messages?.[0]?.content), user: text(body.messages?.at(-1)?.content) };
}

/** A session as every surface for sessions shows it. */
export async function sessionViews(store: Store, sessionId: string) {
  const session = (await store.session(sessionId))!;
  const read = () => allThoughts(store, sessionId);
  const pieces = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join("");
  const analysis: Analysis = await analyse(session, read());
  return {
    session,
    analysis,
    thoughts: await Array.fromAsync(read()),
    markdown: await pieces(exportMarkdown(session, read)),
    chain: readChain(await pieces(exportChain(session, read, session.updatedAt))),
    brief: (await briefSession(store, sessionId)).brief,
  };
}
