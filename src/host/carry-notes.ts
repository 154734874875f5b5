import { MAX_CARRIED, noteBlock } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { ToolHooks } from "./loop.ts";

/** Hooks whose successful results also carry the notes that people wrote to the agent of a session. */
export function carryNotes(
  store: Pick<Store, "deliverNotes">,
  sessionId: string,
  hooks: ToolHooks = {},
): ToolHooks {
  return {
    ...hooks,
    async afterTool(call, result) {
      const returned = (await hooks.afterTool?.(call, result)) ?? result;
      if (returned.isError || !Array.isArray(returned.content)) return returned;
      // The tool has run. If its notes cannot be read now, they come with the next result.
      const { notes } = await store.deliverNotes(sessionId, MAX_CARRIED).catch(() => ({ notes: [] }));
      if (notes.length === 0) return returned;
      const blocks = notes.map((note) => ({ type: "text" as const, text: noteBlock(note) }));
      return { ...returned, content: [...returned.content, ...blocks] };
    },
  };
}
