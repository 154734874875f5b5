import { MAX_THOUGHT_BYTES } from "../ledger/index.ts";
import { trimEnd } from "../ledger/trim-end.ts";

const NOTE = "\n[cut: the model said more than a thought may hold]";

/** A model may say more than a thought takes; what is beyond is cut, and says so. */
export function fitted(thought: string, most: number = MAX_THOUGHT_BYTES): string {
  const bytes = Buffer.from(thought);
  if (bytes.length <= most) return thought;
  const kept = bytes.subarray(0, most - NOTE.length - 4).toString("utf8");
  return trimEnd(kept, "\uFFFD") + NOTE;
}
