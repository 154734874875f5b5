import type { Analysis } from "../../ledger/index.ts";
import { table } from "../table.ts";

/** An analysis for people: each figure with what it means. */
export function analysisTable({ metadata, structure, quality, definitions }: Analysis): string {
  const figures: Readonly<Record<string, string | number | boolean>> = {
    ...metadata,
    ...structure,
    ...quality,
  };
  const rows = Object.entries(figures).map(([name, value]) => [
    name,
    shown(name, value),
    definitions[name as keyof typeof definitions],
  ]);
  return table(["FIGURE", "VALUE", "MEANING"], rows);
}

function shown(name: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name === "createdAt" ? String(value).slice(0, 16).replace("T", " ") : String(value);
}
