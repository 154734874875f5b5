import { isDeepStrictEqual } from "node:util";
import type { ConfigFormat, McpServerEntry } from "./format.ts";
import { Refusal } from "./format.ts";
import { isClewEntry, isSameEntry } from "./server-entry.ts";

/** The change to a file: none, a change, or a change to an entry that is not ours. */
export type Plan =
  | { readonly kind: "none" }
  | { readonly kind: "change"; readonly text: string }
  | { readonly kind: "foreign"; readonly text: string };

/** Plans to write `entry` under `name`. */
export function planConnect(format: ConfigFormat, text: string, name: string, entry: McpServerEntry): Plan {
  const existing = format.read(text, name);
  if (isSameEntry(existing, entry)) return { kind: "none" };
  const changed = format.put(text, name, entry);
  const isWritten = () => isDeepStrictEqual(plain(format.read(changed, name)), plain(entry));
  if (!isSafe(format, text, changed, name) || !isWritten()) {
    throw new Refusal(`cannot be edited without other changes; add by hand: ${format.byHand(name, entry)}`);
  }
  return { kind: existing === undefined ? "change" : "foreign", text: changed };
}

/** Plans to remove `name`; `url` is the address of our server. */
export function planRemove(
  format: ConfigFormat,
  text: string,
  name: string,
  entry: McpServerEntry,
  url: string,
): Plan {
  const existing = format.read(text, name);
  if (existing === undefined) return { kind: "none" };
  const changed = format.drop(text, name);
  if (!isSafe(format, text, changed, name) || format.read(changed, name) !== undefined) {
    throw new Refusal(`cannot be edited without other changes; remove "${name}" by hand`);
  }
  const isOurs = isSameEntry(existing, entry) || isClewEntry(existing, url);
  return { kind: isOurs ? "change" : "foreign", text: changed };
}

/** Parsers return their own object types; only the JSON value counts. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Whether the edited text parses and keeps every other setting. */
function isSafe(format: ConfigFormat, before: string, after: string, name: string): boolean {
  try {
    return isDeepStrictEqual(format.rest(before, name), format.rest(after, name));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
