import { join } from "node:path";
import type { Source } from "../../src/ledger/index.ts";
import { systemClock } from "../../src/store/clock.ts";
import { openStore } from "../../src/store/open.ts";

/** A session to write. */
export interface TestSession {
  readonly title: string;
  readonly project?: string;
  readonly tags?: readonly string[];
  readonly source?: Source;
  /** The last one ends the session, unless `unfinished`. */
  readonly thoughts: readonly string[];
  readonly unfinished?: boolean;
}

/** Writes sessions to a ledger, in order, and returns their ids. */
export async function fillLedger(home: string, sessions: readonly TestSession[]): Promise<readonly string[]> {
  // Distinct times, so that the list has the order of writing.
  let last = Date.now() - 10_000;
  const clock = { ...systemClock, now: () => ++last };
  const store = await openStore({ file: join(home, "clew.db") }, clock);
  const ids: string[] = [];
  for (const { title, project, tags = [], source = "thoughtbox", thoughts, unfinished = false } of sessions) {
    const { id } = await store.openSession({ title, tags, mode: "chain", project });
    ids.push(id);
    for (const [index, content] of thoughts.entries()) {
      const nextThoughtNeeded = unfinished || index < thoughts.length - 1;
      await store.append({ target: { sessionId: id }, content, nextThoughtNeeded, mode: "chain", source });
    }
  }
  await store.close();
  return ids;
}

/** Sessions `Session 1` to `Session n`, each with one thought. */
export function plainSessions(count: number): readonly TestSession[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Session ${index + 1}`,
    thoughts: [`The only thought of session ${index + 1}.`],
  }));
}
