import { oneLine } from "../../ledger/index.ts";
import { invalid } from "./check.ts";

const NAME_LETTERS = 200;

/** Names as they are shown: on one line, none empty, no two alike. */
export function readNames(field: string, given: readonly unknown[]): readonly string[] {
  const seen = new Set<string>();
  return given.map((item, index) => {
    const text = typeof item === "number" ? String(item) : item;
    const name = typeof text === "string" ? oneLine(text, NAME_LETTERS + 1) : "";
    if (name === "" || [...name].length > NAME_LETTERS)
      throw invalid(field, `Number ${index + 1} needs a name of 1 to ${NAME_LETTERS} letters.`);
    if (seen.has(name.toLowerCase())) throw invalid(field, `'${name}' stands there twice.`);
    seen.add(name.toLowerCase());
    return name;
  });
}

/** A number, also as a text that is one. */
export function finite(given: unknown): number | undefined {
  const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A list or an object that came as its JSON, and anything else as it is. */
export function parsedIfJson(given: unknown): unknown {
  if (typeof given !== "string" || !/^\s*[[{]/.test(given)) return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
