import * as z from "zod";
import { Failure, Invocation } from "../../ledger/index.ts";
import { jsonRoute } from "./route.ts";
import { InvocationList, InvocationStatistics } from "./server-schemas.ts";
import { times } from "./times.ts";

/** Lists calls; the same as `clew invocations list --json`. */
export const listInvocations = jsonRoute({
  method: "GET",
  path: "/invocations",
  summary: "Calls of tools and models, newest first",
  scopes: ["read"],
  query: z.object({
    tool: z.string().optional().describe("the tool, or the engine of model calls"),
    session: z.string().optional(),
    failed: z.boolean().optional(),
    kind: Invocation.shape.kind.optional(),
    ...times,
    before: z.string().optional().describe("older than the call of this id"),
    limit: z.int().min(1).default(50).describe("1,000 at most"),
  }),
  answer: InvocationList,
  run: async ({ query: { session, failed, ...filter } }, { store }) =>
    store.invocations({
      ...filter,
      sessionId: session,
      success: failed === undefined ? undefined : !failed,
    }),
});

/** Statistics of calls. */
export const invocationStats = jsonRoute({
  method: "GET",
  path: "/invocations/stats",
  summary: "Statistics of each tool and model, most calls first",
  scopes: ["read"],
  query: z.object(times),
  answer: z.array(InvocationStatistics).readonly(),
  run: ({ query }, { store }) => store.invocationStats(query),
});

/** Reads one call. */
export const oneInvocation = jsonRoute({
  method: "GET",
  path: "/invocations/:id",
  summary: "One call with its input and output",
  scopes: ["read"],
  params: z.object({ id: z.string().describe("the call's id") }),
  answer: InvocationList.unwrap().element,
  async run({ params: { id } }, { store }) {
    const found = await store.invocation(id);
    if (!found) throw new Failure("INVOCATION_NOT_FOUND", { id: id.slice(0, 100).toWellFormed() });
    return found;
  },
});
