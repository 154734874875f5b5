import { setTimeout as delay } from "node:timers/promises";
import type { Store } from "../store/port.ts";
import { exampleSession, exampleThoughts } from "./bug-hunt.ts";

/** The idempotency scope: a repeated call returns the thoughts of an earlier one. */
const SCOPE = "example/bug-hunt";

/** The example in a ledger. */
export interface LoadedExample {
  readonly sessionId: string;
  /** Resolves when all of it is written, or when it is aborted. */
  readonly written: Promise<void>;
}

/**
 * Writes the example to a ledger. Thoughts after the first follow slowly, as if an agent were at work. A repeat writes
 * only what is missing, and does not pause for the rest.
 */
export async function loadExample(
  store: Store,
  {
    paceMs = 400,
    signal = new AbortController().signal,
  }: { readonly paceMs?: number; readonly signal?: AbortSignal } = {},
): Promise<LoadedExample> {
  const { id } = await store.openSession(exampleSession, { scope: SCOPE, key: "session" });
  await write(store, id, 0);

  async function writeRest(): Promise<void> {
    for (let index = 1; index < exampleThoughts.length && !signal.aborted; index++) {
      const isThere = await store.appendResult({ scope: SCOPE, key: String(index + 1) });
      if (!isThere && paceMs > 0) await delay(paceMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await write(store, id, index);
    }
  }
  return { sessionId: id, written: writeRest() };
}

async function write(store: Store, sessionId: string, index: number): Promise<void> {
  const { critique, ...draft } = exampleThoughts[index]!;
  const { thought } = await store.append({
    ...draft,
    target: { sessionId },
    nextThoughtNeeded: index < exampleThoughts.length - 1,
    mode: "chain",
    source: "thoughtbox",
    author: "example",
    idempotency: { scope: SCOPE, key: String(index + 1) },
  });
  if (critique === undefined) return;
  const timestamp = new Date().toISOString();
  await store.saveCritique(sessionId, thought.seq, { text: critique, model: "example", timestamp });
}
