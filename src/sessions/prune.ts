import { Failure } from "../ledger/index.ts";
import type { ListedSession, Store } from "../store/port.ts";
import { deleteSessions } from "./delete-sessions.ts";
import type { EraseContext } from "./erase.ts";

/** When the sessions of a project are archived and deleted; without a project, those of projects without a rule. In milliseconds. */
export interface PruneRule {
  readonly project?: string;
  readonly archiveAfter?: number;
  readonly deleteAfter?: number;
}

/** The sessions that rules archive and delete now. */
export interface PrunePlan {
  readonly archive: readonly ListedSession[];
  readonly delete: readonly ListedSession[];
}

const PAGE = 1_000;

/**
 * Finds what rules archive and delete at a time. Throws if every session of the ledger would be deleted: such a rule is
 * probably a mistake.
 */
export async function planPrune(
  store: Pick<Store, "sessions">,
  rules: readonly PruneRule[],
  now: number,
): Promise<PrunePlan> {
  const byProject = new Map(rules.map((rule) => [rule.project, rule]));
  const archive: ListedSession[] = [];
  const remove: ListedSession[] = [];
  let total = 0;
  for (let behind: ListedSession | undefined; ; ) {
    const page = await store.sessions({ archived: "all", limit: PAGE, behind });
    for (const session of page) {
      total++;
      const rule = byProject.get(session.project) ?? byProject.get(undefined);
      const idle = now - Date.parse(session.updatedAt);
      if (rule?.deleteAfter !== undefined && idle >= rule.deleteAfter) remove.push(session);
      else if (rule?.archiveAfter !== undefined && idle >= rule.archiveAfter && !session.archived)
        archive.push(session);
    }
    if (page.length < PAGE) break;
    behind = page.at(-1);
  }
  if (remove.length > 0 && remove.length === total)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `the retention rules would delete all ${total} sessions of the ledger. Nothing was changed. Choose a longer time, or delete them with \`clew sessions delete\`.`,
    });
  return { archive, delete: remove };
}

/** What a run of the rules did, or with `dryRun` would do. */
export interface PruneReport {
  readonly dryRun: boolean;
  readonly archived: readonly PrunedSession[];
  readonly deleted: readonly PrunedSession[];
}

/** A session in such a report. */
export type PrunedSession = Pick<ListedSession, "id" | "title" | "project" | "updatedAt">;

/** How many sessions are deleted together: the database is rewritten once for them. */
const BATCH = 100;

/** Archives and deletes sessions by the rules. A session that was removed meanwhile is skipped. */
export async function pruneSessions(
  context: EraseContext,
  rules: readonly PruneRule[],
  { dryRun, now = Date.now(), signal }: PruneOptions,
): Promise<PruneReport> {
  const { store, by } = context;
  const plan = await planPrune(store, rules, now);
  if (dryRun) return { dryRun, archived: plan.archive.map(shown), deleted: plan.delete.map(shown) };
  const archived: PrunedSession[] = [];
  const deleted: PrunedSession[] = [];
  for (const session of plan.archive) {
    signal?.throwIfAborted();
    if (await ifThere(store.editSession(session.id, { archived: true, by }))) archived.push(shown(session));
  }
  for (let from = 0; from < plan.delete.length; from += BATCH) {
    signal?.throwIfAborted();
    const batch = plan.delete.slice(from, from + BATCH);
    const found = await Promise.all(batch.map(({ id }) => store.session(id)));
    // Somebody may have continued a session since the plan was made.
    const idle = batch.filter(({ updatedAt }, at) => found[at]?.updatedAt === updatedAt);
    const done = await ifThere(
      deleteSessions(
        context,
        idle.map(({ id }) => id),
      ),
    );
    if (done) deleted.push(...idle.map(shown));
  }
  return { dryRun, archived, deleted };
}

/** How the rules are run. */
export interface PruneOptions {
  readonly dryRun: boolean;
  readonly now?: number;
  readonly signal?: AbortSignal;
}

const shown = ({ id, title, project, updatedAt }: ListedSession): PrunedSession => ({
  id,
  title,
  project,
  updatedAt,
});

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.code === "SESSION_NOT_FOUND") return undefined;
    throw error;
  }
}
