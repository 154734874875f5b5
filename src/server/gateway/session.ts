import * as z from "zod";
import { Failure, oneLine } from "../../ledger/index.ts";
import type { SessionEdit } from "../../sessions/index.ts";
import { searchThoughts } from "../search-results.ts";
import { toListedSession } from "./list-sessions.ts";
import { currentFacts, openNotes, toLoadedThought } from "./load-context.ts";
import { defineOperation, type OperationContext } from "./operation.ts";

const input = z.object({
  action: z.string().optional(),
  sessionId: z.string().optional(),
  format: z.string().optional(),
  query: z.string().optional(),
  title: z.string().optional(),
  archived: z.boolean().optional(),
  source: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  maxTokens: z.int().optional(),
  filter: z.record(z.string(), z.unknown()).optional(),
  project: z.string().optional(),
  tags: z.array(z.string()).optional(),
  limit: z.int().optional(),
});

type Input = Partial<z.output<typeof input>>;
type Action = (input: Input, context: OperationContext) => Promise<object>;

const actions: Readonly<Record<string, Action>> = {
  async list(input, { sessions }) {
    const { project, tags, limit = 20 } = filterOf(input);
    const found = await sessions.list({ project: project || undefined, tags, limit });
    return { sessions: found.map(toListedSession) };
  },
  async get(_input, { sessions, location }) {
    const { windowStart: _, ...session } = location.session!;
    const { thoughts, next } = await sessions.page(session.id, 0);
    const more =
      next === undefined ? {} : { next: `thoughtbox://sessions/${session.id}/thoughts?after=${next}` };
    const facts = await currentFacts(sessions, session.id);
    const notes = await openNotes(sessions, session.id);
    return {
      session,
      ...(facts.length > 0 && { facts }),
      thoughts: thoughts.map((one) => ({ ...one, ...toLoadedThought(one) })),
      ...more,
      ...notes,
    };
  },
  async export({ format = "markdown" }, { sessions, location }) {
    const known = { markdown: "markdown", md: "markdown", json: "json" }[format.trim().toLowerCase()];
    if (known === undefined)
      throw new Failure("INVALID_ARGUMENT", {
        problem: 'session export: args.format must be "markdown" or "json".',
      });
    const content = await sessions.exportText(location.session!.id, known as "markdown" | "json");
    return { sessionId: location.session!.id, format: known, content };
  },
  analyze: (_input, { sessions, location }) => sessions.analyse(location.session!.id),
  search(input, { sessions, location, unread }) {
    const { source, since, until, query, archived } = input;
    // Only a session id in the arguments limits the search, not the current session.
    const sessionId = input.sessionId?.trim() ? location.session!.id : undefined;
    return searchThoughts(
      { query, source, since, until, sessionId, archived, ...filterOf(input) },
      sessions,
      unread,
    );
  },
  rename: (input, context) => edit({ title: input.title ?? "" }, context),
  tag: (input, context) => edit({ addTags: tagsOf(input) }, context),
  untag: (input, context) => edit({ removeTags: tagsOf(input) }, context),
  lint: (_input, { sessions, location }) => sessions.lint(location.session!.id),
  brief: ({ maxTokens }, { sessions, location }) => sessions.brief(location.session!.id, maxTokens),
};

/** Renames or tags the session in use. A person archives, redacts and deletes. */
async function edit(changes: Omit<SessionEdit, "by">, { sessions, location, author }: OperationContext) {
  const [edited] = await sessions.edit([location.session!.id], {
    ...changes,
    by: author.name === undefined ? "agent" : oneLine(author.name, 100),
  });
  const { id, title, tags } = edited!;
  return { sessionId: id, title, tags };
}

function tagsOf({ tags }: Input): readonly string[] {
  if (tags && tags.length > 0) return tags;
  throw new Failure("INVALID_ARGUMENT", {
    problem: 'session tag and untag need args.tags, such as {"action":"tag","tags":["cache"]}.',
  });
}

/** Lists, reads, exports, analyzes, searches, renames and tags sessions. */
export const session = defineOperation({
  name: "session",
  summary:
    "{action: list|get|export|analyze|search|brief|lint|rename|tag|untag, format?, query?, filter?, title?, tags?}",
  stage: 1,
  input,
  aliases: { action: ["operation"] },
  example: { action: "list", filter: { tags: ["debugging"], limit: 10 } },
  run(input, context) {
    const action = input.action?.trim().toLowerCase() ?? "";
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run)
      throw new Failure("INVALID_OPERATION", {
        operation: `session ${action.slice(0, 40)}`,
        known: Object.keys(actions).join(", "),
      });
    return run(input, context);
  },
});

function filterOf({ filter = {}, project, tags, limit }: Input): {
  project?: string;
  tags?: string[];
  limit?: number;
} {
  const inner = filter as { project?: unknown; tags?: unknown; tag?: unknown; limit?: unknown };
  const anyProject = project ?? inner.project;
  const anyTags = tags ?? inner.tags ?? inner.tag;
  const anyLimit = limit ?? Number(inner.limit ?? Number.NaN);
  return {
    project: anyProject === undefined ? undefined : String(anyProject),
    tags: anyTags === undefined ? undefined : [anyTags].flat().map(String),
    limit: Number.isSafeInteger(anyLimit) ? anyLimit : undefined,
  };
}
