import type { Jobs } from "./jobs.ts";

/** Joins those who hand in and take jobs on a PostgreSQL database, with five connections of its own at most. */
export async function openJobs(
  databaseUrl: string,
  report?: (event: string, error: unknown) => void,
  signal?: AbortSignal,
): Promise<Jobs> {
  const { openPostgresJobs } = await import("./postgres/open-jobs.ts");
  return openPostgresJobs(databaseUrl, report, signal);
}
