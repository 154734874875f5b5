import * as z from "zod";
import { MAIN_BRANCH, Source } from "../../ledger/index.ts";
import type { Sessions } from "../../sessions/index.ts";
import type { OutlineEntry } from "../../store/port.ts";
import { jsonRoute } from "./route.ts";
import { FLAGS, Outline } from "./schemas.ts";
import { sessionPath } from "./sessions.ts";
import { asOf } from "./times.ts";

/** The most thoughts in one answer. */
const MOST = 20_000;
/** How far before the requested part referenced thoughts are searched first. */
const LOOK_BACK = 200;

/** Returns the thoughts of a session without their contents. */
export const outline = jsonRoute({
  method: "GET",
  path: "/sessions/:id/outline",
  summary: "A session's thoughts without their contents, in columns",
  scopes: ["read"],
  params: sessionPath,
  query: z.object({
    after: z.int().min(0).default(0).describe("thoughts with a seq above this"),
    limit: z.int().min(1).max(MOST).default(MOST),
    asOf,
  }),
  answer: Outline,
  async run({ params, query: { after, limit, asOf: moment } }, { sessions }) {
    const { id } = await sessions.need(params.id);
    const then = await sessions.asOf(id, moment);
    const entries = await then.outline(id, { after, limit });
    const seqOf = await seqsFor(then, id, entries, after);
    const next = entries.length === limit ? { next: entries.at(-1)!.seq } : {};
    return { ...inColumns(entries, (wanted) => seqOf.get(wanted ?? "") ?? 0), ...next };
  },
});

/** Finds the `seq` of every thought that these refer to; it may be far before them. */
async function seqsFor(
  sessions: Pick<Sessions, "outline">,
  id: string,
  entries: readonly OutlineEntry[],
  after: number,
): Promise<ReadonlyMap<string, number>> {
  const seqOf = new Map(entries.map((entry) => [entry.id, entry.seq]));
  const missing = new Set(
    entries.flatMap(({ parentId, revisesId }) => [parentId ?? [], revisesId ?? []].flat()),
  );
  for (const known of seqOf.keys()) missing.delete(known);
  const look = async (from: number, to: number): Promise<void> => {
    while (from < to && missing.size > 0) {
      const found = await sessions.outline(id, { after: from, limit: Math.min(MOST, to - from) });
      if (found.length === 0) return;
      for (const entry of found) if (missing.delete(entry.id)) seqOf.set(entry.id, entry.seq);
      from = found.at(-1)!.seq;
    }
  };
  const near = Math.max(0, after - LOOK_BACK);
  await look(near, after);
  await look(0, near);
  return seqOf;
}

function inColumns(entries: readonly OutlineEntry[], seqOf: (id: string | undefined) => number) {
  const branches = new Map([[MAIN_BRANCH, 0]]);
  const branchAt = (name: string = MAIN_BRANCH): number => {
    const known = branches.get(name) ?? branches.size;
    branches.set(name, known);
    return known;
  };
  const columns = {
    seq: entries.map(({ seq }) => seq),
    id: entries.map(({ id }) => id),
    number: entries.map(({ number }) => number),
    branch: entries.map(({ branchId }) => branchAt(branchId)),
    parent: entries.map(({ parentId }) => seqOf(parentId)),
    revises: entries.map(({ revisesId }) => seqOf(revisesId)),
    flags: entries.map(flagsOf),
    confidence: entries.map(({ confidence }) => confidence ?? null),
    source: entries.map(({ source }) => Source.options.indexOf(source)),
    at: entries.map(({ createdAt }) => Date.parse(createdAt)),
    beginning: entries.map(({ beginning }) => beginning),
  };
  return { branches: [...branches.keys()], sources: Source.options, entries: columns };
}

function flagsOf({ isRevision, nextThoughtNeeded, hasCritique }: OutlineEntry): number {
  return (
    (isRevision ? FLAGS.revision : 0) |
    (nextThoughtNeeded ? 0 : FLAGS.last) |
    (hasCritique ? FLAGS.critique : 0)
  );
}
