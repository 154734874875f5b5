import { TEXT_FIELDS } from "./excerpt.ts";

/** A JSON text by its meaning: the text that it contains, and all other fields. */
export interface JsonAnswer {
  readonly text: string | undefined;
  readonly rest: unknown;
}

const LONGEST = 200_000;

/** Reads a text that is one JSON object or list, fenced or not; undefined for any other text. */
export function jsonAnswer(content: string): JsonAnswer | undefined {
  if (content.length > LONGEST) return undefined;
  const trimmed = content.trim();
  const body = /^```(?:json)?[ \t]*\n([\s\S]*)\n```$/.exec(trimmed)?.[1]?.trim() ?? trimmed;
  if (!/^[{[]/.test(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (Array.isArray(value)) return value.length === 0 ? undefined : { text: undefined, rest: value };
    const { ...fields } = value as Record<string, unknown>;
    const name = TEXT_FIELDS.find((field) => typeof fields[field] === "string" && fields[field] !== "");
    const text = name === undefined ? undefined : (fields[name] as string);
    if (name !== undefined) delete fields[name];
    const isEmpty = Object.keys(fields).length === 0;
    return text === undefined && isEmpty ? undefined : { text, rest: isEmpty ? undefined : fields };
  } catch {
    return undefined;
  }
}
