import * as z from "zod";
import { FactKind, Failure, readTime, Source } from "../ledger/index.ts";
import { hitView, RECALL_KINDS, type RecallKind, type Sessions } from "../sessions/index.ts";

/** The most thoughts in one answer. */
export const MAX_RESULTS = 200;

/** Matching thoughts, best first. */
export const SearchResults = z.object({
  results: z.array(
    z.object({
      sessionId: z.string(),
      title: z.string(),
      thoughtNumber: z.int(),
      seq: z.int(),
      snippet: z.string(),
      score: z.number(),
      branchId: z.string().optional(),
      why: z.string(),
      fact: z.object({ kind: FactKind, text: z.string(), reason: z.string().optional() }).optional(),
      neighbours: z.array(z.int()),
      note: z.unknown().optional(),
    }),
  ),
  warning: z.string().optional(),
});
export type SearchResults = z.infer<typeof SearchResults>;

/** A search as a tool receives it. */
export interface SearchInput {
  readonly query?: string | undefined;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  readonly source?: string | undefined;
  readonly archived?: boolean | undefined;
  readonly kind?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
}

/** Searches all thoughts. Filters that cannot be read are ignored, with a warning. */
export async function searchThoughts(
  input: SearchInput,
  sessions: Pick<Sessions, "need" | "search">,
  unread: readonly string[],
): Promise<SearchResults> {
  const { query = "", project, tags, sessionId, archived, limit } = input;
  if (sessionId) await sessions.need(sessionId);
  if (!/[\p{L}\p{N}\p{Co}]/u.test(query))
    throw new Failure("INVALID_ARGUMENT", {
      problem: "'query' is required: send the words to look for, or a question.",
    });
  const warnings = [...unread];
  const hits = await sessions.search({
    text: query,
    project: project?.trim() || undefined,
    tags,
    sessionId: sessionId || undefined,
    archived,
    ...readFilters(input, warnings),
    limit: limit === undefined ? undefined : Math.max(1, Math.min(limit, MAX_RESULTS)),
  });
  const results = hits.map(hitView);
  return { results, warning: warnings.join(" ") || undefined };
}

/** Parses the filters; adds a warning for each that cannot be read. */
function readFilters(input: SearchInput, warnings: string[]) {
  const filters: { source?: Source; kind?: RecallKind; since?: string; until?: string } = {};
  if (input.source?.trim()) {
    const source = Source.safeParse(input.source.trim().toLowerCase());
    if (source.success) filters.source = source.data;
    else warnings.push(`source was ignored: expected one of ${Source.options.join(", ")}.`);
  }
  if (input.kind?.trim()) {
    const kind = readKind(input.kind);
    if (kind) filters.kind = kind;
    else warnings.push(`kind was ignored: expected one of ${RECALL_KINDS.join(", ")}.`);
  }
  for (const edge of ["since", "until"] as const) {
    const text = input[edge];
    if (!text?.trim()) continue;
    const time = readTime(text, edge);
    if (time !== undefined) filters[edge] = time;
    else warnings.push(`${edge} was ignored: expected a time such as 2026-11-15 or 2026-11-15T10:00:00Z.`);
  }
  return filters;
}

/** A kind in any spelling: "dead end", "dead-end", "Decisions". */
function readKind(text: string): RecallKind | undefined {
  const name = text.trim().toLowerCase().replaceAll(/[\s-]/g, "_");
  return RECALL_KINDS.find((kind) => kind === name || `${kind}s` === name);
}
