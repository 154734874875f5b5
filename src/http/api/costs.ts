import * as z from "zod";
import { DEFAULT_PROJECT, pace } from "../../ledger/index.ts";
import type { Store } from "../../store/port.ts";
import { jsonRoute } from "./route.ts";
import { ModelCosts } from "./server-schemas.ts";
import { times } from "./times.ts";

/** How many calls are read at a time, and how many are added up at most. */
const PAGE = 1_000;
const MOST = 50_000;

/** Adds up the tokens and the cost of model calls. */
export const modelCosts = jsonRoute({
  method: "GET",
  path: "/invocations/costs",
  summary: "Tokens and cost of model calls by day (UTC) and project, newest day first",
  scopes: ["read"],
  query: z.object({ session: z.string().optional(), ...times }),
  answer: ModelCosts,
  async run({ query: { session, ...filter } }, { store }) {
    const projects = new Map<string, string>();
    const rows = new Map<string, Row>();
    let counted = 0;
    let before: string | undefined;
    for (;;) {
      const page = await store.invocations({
        ...filter,
        kind: "model",
        sessionId: session,
        limit: PAGE,
        ...(before !== undefined && { before }),
      });
      for (const { session_id, created_at, pipe_name, tool_name, ...call } of page) {
        const project = await projectOf(store, projects, session_id);
        const model = pipe_name ?? tool_name;
        const day = created_at.slice(0, 10);
        const key = JSON.stringify([day, project, model]);
        const row = rows.get(key) ?? { day, project, model, calls: 0, inputTokens: 0, outputTokens: 0 };
        rows.set(key, row);
        row.calls++;
        row.inputTokens += call.input_tokens ?? 0;
        row.outputTokens += call.output_tokens ?? 0;
        if (call.cost !== undefined) row.cost = (row.cost ?? 0) + call.cost;
      }
      counted += page.length;
      before = page.at(-1)?.id;
      if (page.length < PAGE || counted >= MOST) break;
      await pace();
    }
    return { rows: [...rows.values()], isPartial: counted >= MOST };
  },
});

type Row = {
  day: string;
  project: string;
  model: string;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cost?: number;
};

async function projectOf(
  store: Pick<Store, "session">,
  known: Map<string, string>,
  id: string | undefined,
): Promise<string> {
  if (id === undefined) return DEFAULT_PROJECT;
  const found = known.get(id) ?? (await store.session(id))?.project ?? DEFAULT_PROJECT;
  known.set(id, found);
  return found;
}
