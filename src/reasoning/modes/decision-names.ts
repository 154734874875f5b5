import { oneLine } from "../../ledger/index.ts";
import { invalid } from "./check.ts";

const NAME_CHARACTERS = 200;

/** Names for display: on one line, not empty, all different. */
export function readNames(field: string, given: readonly unknown[]): readonly string[] {
  const seen = new Set<string>();
  return given.map((item, index) => {
    const text = typeof item === "number" ? String(item) : item;
    const name = typeof text === "string" ? oneLine(text, NAME_CHARACTERS + 1) : "";
    if (name === "" || [...name].length > NAME_CHARACTERS)
      throw invalid(field, `Number ${index + 1} needs a name of 1 to ${NAME_CHARACTERS} characters.`);
    if (seen.has(name.toLowerCase())) throw invalid(field, `'${name}' occurs twice.`);
    seen.add(name.toLowerCase());
    return name;
  });
}

/** A finite number, also as text. */
export function finite(given: unknown): number | undefined {
  const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** Parses a list or object sent as JSON text; anything else stays as it is. */
export function parsedIfJson(given: unknown): unknown {
  if (typeof given !== "string" || !/^\s*[[{]/.test(given)) return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
