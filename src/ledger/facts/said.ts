import type { Thought } from "../thought.ts";

/** The fields of a JSON answer that hold its text. */
const TEXT_FIELDS = ["thought", "answer", "text", "content", "message", "summary", "result"];
/** A longer answer is read as it is. */
const LONGEST_JSON = 100_000;

/**
 * What a thought says in words: nothing for a recorded tool call, and the text of an answer that is JSON. A decision of a
 * person who was asked says what was chosen; its other lines repeat the question and the options.
 */
export function saidIn({ content, metadata }: Pick<Thought, "content" | "metadata">): string {
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
