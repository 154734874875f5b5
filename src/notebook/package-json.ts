import type { InstalledPackage } from "./notebooks.ts";

/** The dependencies of a package.json by name; none if it is invalid. */
export function dependenciesOf(text: string | undefined): Readonly<Record<string, string>> {
  const { dependencies } = read(text);
  if (!isRecord(dependencies)) return {};
  const texts = Object.entries(dependencies).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

/** A package.json with exactly these versions among its dependencies; everything else in it stays. */
export function withDependencies(text: string | undefined, installed: readonly InstalledPackage[]): string {
  const exact = installed.map(({ name, version }) => [name, version] as const);
  const dependencies = Object.fromEntries(
    [...Object.entries(dependenciesOf(text)), ...exact].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  );
  return JSON.stringify({ type: "module", ...read(text), dependencies }, null, 2);
}

function read(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
