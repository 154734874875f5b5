import * as z from "zod";
import { Failure, readTime, Source } from "../ledger/index.ts";
import { type Sessions, shownHit } from "../sessions/index.ts";

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
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
}

/** Searches all thoughts. Filters that cannot be read are ignored, with a warning. */
export async function searchThoughts(
  input: SearchInput,
  sessions: Pick<Sessions, "search">,
  unread: readonly string[],
): Promise<SearchResults> {
  const { query = "", project, tags, sessionId, archived, limit } = input;
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
  const results = hits.map(shownHit);
  return { results, warning: warnings.join(" ") || undefined };
}

/** Parses the filters; adds a warning for each that cannot be read. */
function readFilters(input: SearchInput, warnings: string[]) {
  const filters: { source?: Source; since?: string; until?: string } = {};
  if (input.source?.trim()) {
    const source = Source.safeParse(input.source.trim().toLowerCase());
    if (source.success) filters.source = source.data;
    else warnings.push(`source was ignored: expected one of ${Source.options.join(", ")}.`);
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
