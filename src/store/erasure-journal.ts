import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tombstoneName } from "./erasure-tables.ts";
import { ownerIds } from "./owner-ids.ts";
import type { Store } from "./port.ts";

/** The file in the data home that lists what was erased, by hashes. */
export const JOURNAL = "erasures.jsonl";

/** A deleted session, or with `seq` a redacted thought. */
export interface ErasureNote {
  readonly session: string;
  /** The principal in whose view the session has this id. */
  readonly owner?: string | undefined;
  readonly seq?: number;
  readonly by: string;
  readonly at: string;
}

/** Notes an erasure outside of the database, so that a restored backup does not bring the text back. */
export function noteErasure(home: string, { session, owner, seq, by, at }: ErasureNote): void {
  if (home === "") return;
  const name = tombstoneName(owner === undefined ? session : ownerIds(owner).own(session));
  mkdirSync(home, { recursive: true, mode: 0o700 });
  appendFileSync(join(home, JOURNAL), `${JSON.stringify({ name, seq, by, at })}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/** Hides and redacts again what was erased before the ledger was restored from a backup. Returns how much that was. */
export async function repeatErasures(store: Store, home: string): Promise<number> {
  if (!existsSync(join(home, JOURNAL))) return 0;
  const noted = new Map<string, Note[]>();
  for (const line of readFileSync(join(home, JOURNAL), "utf8").split("\n")) {
    const note = parse(line);
    if (note) noted.set(note.name, [...(noted.get(note.name) ?? []), note]);
  }
  const names = [...noted].flatMap(([name, notes]) => notes.map(({ seq }) => nameOf(name, seq)));
  const missing = await store.missingErasures([...new Set(names)]);
  if (missing.length === 0) return 0;
  let repeated = 0;
  let last: { id: string; updatedAt: string } | undefined;
  for (;;) {
    const page = await store.sessions({ archived: "all", limit: 1000, behind: last });
    for (const { id } of page)
      for (const note of noted.get(tombstoneName(id)) ?? []) {
        if (note.seq === undefined) {
          // Its rows and quotes are erased as those of an interrupted deletion.
          await store.hideSession(id, note.by);
          repeated++;
          break;
        }
        const [thought] = await store.thoughts(id, { after: note.seq - 1, limit: 1 });
        if (thought?.seq !== note.seq || thought.redaction) continue;
        await store.redactThought(id, note.seq, { redactedAt: note.at, by: note.by, reason: RESTORED });
        repeated++;
      }
    if (page.length < 1000) break;
    last = page.at(-1);
  }
  await store.keepErasures(missing, "clew");
  if (repeated > 0) await store.scrub();
  return repeated;
}

const nameOf = (name: string, seq: number | undefined): string =>
  seq === undefined ? name : `${name}#${seq}`;

const RESTORED = "Redacted before the ledger was restored from a backup.";

interface Note {
  readonly name: string;
  readonly seq?: number;
  readonly by: string;
  readonly at: string;
}

function parse(line: string): Note | undefined {
  if (line === "") return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
