import type { Thought } from "../thought.ts";

/** The fields of a JSON answer that hold its text. */
const TEXT_FIELDS = ["thought", "answer", "text", "content", "message", "summary", "result"];
/** A longer answer is read as it is. */
const LONGEST_JSON = 100_000;
/** A line that suppresses a finding of the linter. */
const IGNORE_LINE = /^[^\S\n]{0,20}clew:ignore\b[^\n]{0,2000}$/gim;

/** What a thought says in words, without lines that suppress findings of the linter. */
export function saidIn(thought: Pick<Thought, "content" | "metadata">): string {
  return textOf(thought).replace(IGNORE_LINE, "");
}

/**
 * Nothing for a recorded tool call, and the text of an answer that is JSON. A decision of a
 * person who was asked says what was chosen; its other lines repeat the question and the options.
 */
function textOf({ content, metadata }: Pick<Thought, "content" | "metadata">): string {
  if (metadata.role === "tool") return "";
  if (metadata.importedFrom !== undefined && metadata.decision !== undefined)
    return content.slice(0, LONGEST_JSON).split("\n", 1)[0]!;
  if (!/^\s{0,99}\{/.test(content) || content.length > LONGEST_JSON) return content;
  try {
    const fields = JSON.parse(content) as Readonly<Record<string, unknown>>;
    const name = TEXT_FIELDS.find((field) => typeof fields[field] === "string");
    return name === undefined ? content : String(fields[name]);
  } catch {
    return content;
  }
}
