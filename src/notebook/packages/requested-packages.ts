import { Failure } from "../../ledger/index.ts";

/** A package to install and its accepted versions. */
export interface RequestedPackage {
  readonly name: string;
  readonly range: string;
}

/** How many packages one call may request. */
export const MAX_REQUESTED = 20;

const NAME = /^(?:@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*$/i;
const RANGE = /^(?:\*|(?:[~^]|[<>]=?|=)?v?\d[\w.*+-]*|[a-z][\w.-]*)$/i;

/** Parses requested packages: names in the registry, each with a version, a range or a tag, and nothing else. */
export function parseRequested(texts: readonly string[]): readonly RequestedPackage[] {
  if (texts.length === 0 || texts.length > MAX_REQUESTED)
    throw new Failure("INVALID_ARGUMENT", {
      problem: `Send between 1 and ${MAX_REQUESTED} dependencies in one call; these are ${texts.length}.`,
    });
  const wanted = new Map<string, RequestedPackage>();
  for (const text of texts) {
    const at = text.indexOf("@", 1);
    const name = at < 0 ? text : text.slice(0, at);
    const range = at < 0 ? "*" : text.slice(at + 1);
    if (!isRegistryName(name) || range.length > 100 || !RANGE.test(range))
      throw new Failure("INVALID_ARGUMENT", {
        problem: `${quoted(text)} is not a package of the registry. Send a name, with a version, a range or a tag if you like: lodash, lodash@4.17.21, @scope/name@^2, date-fns@latest. Paths, addresses and aliases are not taken.`,
      });
    wanted.set(name, { name, range });
  }
  return [...wanted.values()];
}

/** Whether a text can be the name of a package in a registry. */
export function isRegistryName(text: string): boolean {
  return text.length <= 214 && NAME.test(text) && text.toLowerCase() !== "node_modules";
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
