import type { SessionManagerOptions } from "../../src/host/index.ts";
import { loadTextImports } from "../ledger.ts";
import { maxTokens, model, type OpenTalk, serverFile, system, tool } from "./talk.ts";

/** Our own library; with a folder its ledger is on disk there, otherwise in memory. */
export function clewIn(home: string | undefined): OpenTalk {
  return async (address, place) => {
    await loadTextImports();
    const { SessionManager } = await import("../../src/host/index.ts");
    const { openStore } = await import("../../src/store/open.ts");
    const store = home === undefined ? undefined : await openStore({ home });
    const options: SessionManagerOptions = store === undefined ? {} : { store };
    const manager = new SessionManager(options);
    const { id } = await manager.initializeSession({
      type: "claude",
      api_key: "bench",
      base_url: address,
      model,
      system_prompt: system,
      max_tokens: maxTokens,
      thinking: { enabled: false },
      ...(place === "own" && { tools: [own] }),
      ...(place === "server" && { servers: { floor: { command: process.execPath, args: [serverFile] } } }),
    });
    return {
      async say(text, onText) {
        for await (const chunk of manager.sendMessageStream(id, text)) {
          if (chunk.type === "content") onText(chunk.content);
          if (chunk.type === "error") throw new Error(chunk.error);
        }
      },
      async close() {
        await manager.close();
        await store?.close();
      },
    };
  };
}

const own = {
  specification: { name: tool.name, description: tool.description, input: tool.schema },
  run: async () => ({ content: [{ type: "text" as const, text: tool.answer }], isError: false }),
};
