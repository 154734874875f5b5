import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { searchThoughts } from "../search-results.ts";
import { loaded } from "./load-context.ts";
import { defineOperation, type OperationContext } from "./operation.ts";
import { listed } from "./session-list.ts";

const input = z.object({
  action: z.string().optional(),
  sessionId: z.string().optional(),
  format: z.string().optional(),
  query: z.string().optional(),
  source: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  maxTokens: z.int().optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  project: z.string().optional(),
  tags: z.array(z.string()).optional(),
  limit: z.int().optional(),
});

type Given = Partial<z.output<typeof input>>;
type Action = (given: Given, context: OperationContext) => Promise<object>;

const actions: Readonly<Record<string, Action>> = {
  async list(given, { reasoning }) {
    const { project, tags, limit = 20 } = filterOf(given);
    const found = await reasoning.sessions({ ...(project && { project }), ...(tags && { tags }), limit });
    return { sessions: found.map(listed) };
  },
  async get(_given, { reasoning, location }) {
    const { windowStart: _, ...session } = location.session!;
    const { thoughts, next } = await reasoning.page(session.id, 0);
    const more =
      next === undefined ? {} : { next: `thoughtbox://sessions/${session.id}/thoughts?after=${next}` };
    return { session, thoughts: thoughts.map((one) => ({ ...one, ...loaded(one) })), ...more };
  },
  async export({ format = "markdown" }, { reasoning, location }) {
    const wanted = { markdown: "markdown", md: "markdown", json: "json" }[format.trim().toLowerCase()];
    if (wanted === undefined)
      throw new Failure("INVALID_ARGUMENT", {
        problem: 'session export: args.format is "markdown" or "json".',
      });
    const content = await reasoning.exportText(location.session!.id, wanted as "markdown" | "json");
    return { sessionId: location.session!.id, format: wanted, content };
  },
  analyze: (_given, { reasoning, location }) => reasoning.analyse(location.session!.id),
  search(given, { reasoning, location, unread }) {
    const { source, since, until, query } = given;
    // The session at hand is searched only when it was named.
    const sessionId = given.sessionId?.trim() ? location.session!.id : undefined;
    return searchThoughts({ query, source, since, until, sessionId, ...filterOf(given) }, reasoning, unread);
  },
  brief: ({ maxTokens }, { reasoning, location }) => reasoning.brief(location.session!.id, maxTokens),
};

/** Lists, reads, exports, analyses and searches sessions. */
export const session = defineOperation({
  name: "session",
  summary: "{action: list|get|export|analyze|search|brief, sessionId?, format?, query?, filter?, maxTokens?}",
  stage: 1,
  input,
  aliases: { action: ["operation"] },
  example: { action: "list", filter: { tags: ["debugging"], limit: 10 } },
  run(given, context) {
    const action = given.action?.trim().toLowerCase() ?? "";
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run)
      throw new Failure("INVALID_OPERATION", {
        operation: `session ${action.slice(0, 40)}`,
        known: Object.keys(actions).join(", "),
      });
    return run(given, context);
  },
});

function filterOf({ filter = {}, project, tags, limit }: Given): {
  project?: string;
  tags?: string[];
  limit?: number;
} {
  const inner = filter as { project?: unknown; tags?: unknown; tag?: unknown; limit?: unknown };
  const wantedTags = tags ?? inner.tags ?? inner.tag;
  const wantedLimit = limit ?? Number(inner.limit ?? Number.NaN);
  return {
    ...((project ?? inner.project) !== undefined && { project: String(project ?? inner.project) }),
    ...(wantedTags !== undefined && { tags: [wantedTags].flat().map(String) }),
    ...(Number.isSafeInteger(wantedLimit) && { limit: wantedLimit }),
  };
}
