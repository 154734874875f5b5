import { join } from "node:path";
import type { Source } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/store/clock.ts";
import { openStore } from "../../src/store/open.ts";

/** A session to be written. */
export interface Written {
  readonly title: string;
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly source?: Source;
  /** The last of them says that no more is needed, unless `unfinished`. */
  readonly thoughts: readonly string[];
  readonly unfinished?: boolean;
}

/** Writes sessions into the ledger of a data home, the first of them first, and gives their ids. */
export async function fillLedger(home: string, sessions: readonly Written[]): Promise<readonly string[]> {
  // No two sessions have the same time, so that their order in a list is that of their writing.
  let last = Date.now() - 10_000;
  const clock = { ...systemClock, now: () => ++last };
  const store = await openStore({ file: join(home, "clew.db") }, clock);
  const ids: string[] = [];
  for (const { title, project, tags = [], source = "thoughtbox", thoughts, unfinished = false } of sessions) {
    const { id } = await store.openSession({
      title,
      tags,
      mode: "chain",
      ...(project !== undefined && { project }),
    });
    ids.push(id);
    for (const [index, content] of thoughts.entries()) {
      const nextThoughtNeeded = unfinished || index < thoughts.length - 1;
      await store.append({ target: { sessionId: id }, content, nextThoughtNeeded, mode: "chain", source });
    }
  }
  await store.close();
  return ids;
}

/** So many sessions, `Session 1` to `Session n`, each with one thought. */
export function plainSessions(count: number): readonly Written[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Session ${index + 1}`,
    thoughts: [`The only thought of session ${index + 1}.`],
  }));
}
