import type { Thought } from "../thought.ts";

/** The fields of a JSON answer that hold its text. */
const TEXT_FIELDS = ["thought", "answer", "text", "content", "message", "summary", "result"];
/** A longer answer is read as it is. */
const LONGEST_JSON = 100_000;

/** What a thought says in words: nothing for a recorded tool call, and the text of an answer that is JSON. */
export function saidIn({ content, metadata }: Pick<Thought, "content" | "metadata">): string {
  if (metadata.role === "tool") return "";
  if (!/^\s{0,99}\{/.test(content) || content.length > LONGEST_JSON) return content;
  try {
    const fields = JSON.parse(content) as Readonly<Record<string, unknown>>;
    const name = TEXT_FIELDS.find((field) => typeof fields[field] === "string");
    return name === undefined ? content : String(fields[name]);
  } catch {
    return content;
  }
}
