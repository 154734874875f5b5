import * as z from "zod";
import { Failure, readTime, Source } from "../ledger/index.ts";
import { type Reasoning, shownHit } from "../reasoning/index.ts";

/** The most thoughts that one answer recalls. */
export const MOST = 200;

/** What was thought before, best first. */
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

/** What to look for, as a door received it. */
export interface Wanted {
  readonly query?: string | undefined;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly sessionId?: string | undefined;
  readonly source?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
}

/** Searches all thoughts; what of a filter cannot be read is left out with a warning. */
export async function searchThoughts(
  wanted: Wanted,
  reasoning: Reasoning,
  unread: readonly string[],
): Promise<SearchResults> {
  const { query = "", project, tags, sessionId, limit } = wanted;
  if (!/[\p{L}\p{N}\p{Co}]/u.test(query))
    throw new Failure("INVALID_ARGUMENT", {
      problem: "'query' is required: send the words to look for, or a question.",
    });
  const warnings = [...unread];
  const hits = await reasoning.search({
    text: query,
    ...(project?.trim() && { project: project.trim() }),
    ...(tags && { tags }),
    ...(sessionId && { sessionId }),
    ...readFilters(wanted, warnings),
    ...(limit !== undefined && { limit: Math.max(1, Math.min(limit, MOST)) }),
  });
  const results = hits.map(shownHit);
  return { results, ...(warnings.length > 0 && { warning: warnings.join(" ") }) };
}

/** The filters that could be read; what could not is left out with a warning. */
function readFilters(given: Wanted, warnings: string[]) {
  const filters: { source?: Source; since?: string; until?: string } = {};
  if (given.source?.trim()) {
    const source = Source.safeParse(given.source.trim().toLowerCase());
    if (source.success) filters.source = source.data;
    else warnings.push(`source was ignored: expected one of ${Source.options.join(", ")}.`);
  }
  for (const edge of ["since", "until"] as const) {
    const text = given[edge];
    if (!text?.trim()) continue;
    const time = readTime(text, edge);
    if (time !== undefined) filters[edge] = time;
    else warnings.push(`${edge} was ignored: expected a time such as 2026-11-15 or 2026-11-15T10:00:00Z.`);
  }
  return filters;
}
