import { oneLine } from "./id.ts";
import { redactText } from "./redact.ts";
import type { Thought } from "./thought.ts";
import { trimEnd } from "./trim-end.ts";

/** How much of a content is read for a label. */
const LOOKED_AT = 2_000;

/** A thought on one line: its number, its first line without secrets, and its kind. */
export function thoughtLabel(thought: Thought, most: number): string {
  const seen = redactText(thought.content.slice(0, LOOKED_AT)).trimStart();
  const first = oneLine(seen.split(/[\r\n]/, 1)[0]!, most + 1);
  const isCut = [...first].length > most;
  const beginning = isCut ? `${trimEnd([...first].slice(0, most).join(""), " .,")}…` : first;
  const notes = [
    ...(thought.isRevision ? [`revises ${thought.revises}`] : []),
    ...(thought.critique ? ["has a critique"] : []),
    ...(thought.confidence === undefined ? [] : [`confidence ${thought.confidence}`]),
  ];
  return `${thought.number} · ${beginning}${notes.length > 0 ? ` (${notes.join(", ")})` : ""}`;
}
