import { factsOf } from "../ledger/facts/facts-of.ts";
import { type LintLevels, type LintResult, lintSession, type Session } from "../ledger/index.ts";
import { clipForLint } from "../ledger/lint/lint.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { type CheckedReference, checkEvidence } from "./check-evidence.ts";

/** Which rules check a session, and how much their findings matter. */
export interface LintOptions {
  readonly levels?: LintLevels;
  readonly only?: readonly string[];
}

/** Checks a session of the ledger, including its facts, evidence and notes. */
export async function lintStored(
  store: Store,
  home: string,
  session: Session,
  options: LintOptions = {},
): Promise<LintResult> {
  const thoughts = await Array.fromAsync(allThoughts(store, session.id), clipForLint);
  const hasEvidence = thoughts.some(({ evidence }) => evidence !== undefined);
  const checked: readonly CheckedReference[] = hasEvidence
    ? await checkEvidence(store, home, session.id)
    : [];
  return lintSession(
    {
      session,
      thoughts,
      facts: await factsOf(thoughts, await store.facts(session.id)),
      evidence: Map.groupBy(checked, ({ seq }) => seq),
      notes: await store.notes(session.id, {}),
    },
    options,
  );
}
