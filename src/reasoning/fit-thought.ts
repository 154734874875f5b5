import { MAX_THOUGHT_BYTES } from "../ledger/index.ts";
import { trimEnd } from "../ledger/trim-end.ts";

const NOTE = "\n[cut: the answer is longer than a thought may be]";

/** Cuts a text that is longer than a thought may be, with a note. */
export function fitThought(thought: string, most: number = MAX_THOUGHT_BYTES): string {
  const bytes = Buffer.from(thought);
  if (bytes.length <= most) return thought;
  const kept = bytes.subarray(0, most - NOTE.length - 4).toString("utf8");
  return trimEnd(kept, "\uFFFD") + NOTE;
}
