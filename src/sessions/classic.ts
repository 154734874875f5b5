import { type AppendResult, Failure } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { type Author, type ChainThought, type RecordingParts, recordThought } from "./record.ts";

/**
 * Records a thought as the reference server does: a branch needs a name and a fork point, and a missing thought may be
 * revised or forked. The reference server forgets everything when it restarts, so a client may name a thought from
 * before.
 */
export async function recordClassic(
  store: Store,
  author: Author,
  thought: ChainThought,
  parts: RecordingParts,
): Promise<AppendResult> {
  const { branchId = "", branchFromThought, ...rest } = thought;
  if (branchFromThought !== undefined && branchId !== "")
    return recordKnown(store, author, thought, parts, []);
  const given = { ...(branchId !== "" && { branchId }), ...(branchFromThought && { branchFromThought }) };
  const [field] = Object.keys(given);
  if (field === undefined) return recordKnown(store, author, rest, parts, []);
  return recordKnown(store, author, { ...rest, claimed: given }, parts, [
    `A branch needs both branchId and branchFromThought; only ${field} was sent, so the thought is in the main line.`,
  ]);
}

/** Records a thought; a link to a thought that does not exist becomes a warning. */
async function recordKnown(
  store: Store,
  author: Author,
  thought: ChainThought,
  parts: RecordingParts,
  warnings: readonly string[],
): Promise<AppendResult> {
  try {
    const result = await recordThought(store, "classic", author, thought, parts);
    return warnings.length === 0 ? result : { ...result, warnings: [...result.warnings, ...warnings] };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "THOUGHT_NOT_FOUND") throw error;
    const { revisesThought, branchFromThought, isRevision, claimed, ...rest } = thought;
    const isFork = (error.data as { readonly field: string }).field === "branchFromThought";
    const known = isFork ? { ...rest, revisesThought, isRevision } : { ...rest, branchFromThought };
    const lost = isFork ? { branchFromThought } : { revisesThought };
    return recordKnown(store, author, { ...known, claimed: { ...claimed, ...lost } }, parts, [
      ...warnings,
      `${error.message} The thought was recorded without that link.`,
    ]);
  }
}
