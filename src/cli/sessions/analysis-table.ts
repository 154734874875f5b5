import type { Analysis } from "../../ledger/index.ts";
import { table } from "../table.ts";

/** An analysis as a table: each value with its definition. */
export function analysisTable({ metadata, structure, quality, definitions }: Analysis): string {
  const values: Readonly<Record<string, string | number | boolean>> = {
    ...metadata,
    ...structure,
    ...quality,
  };
  const rows = Object.entries(values).map(([name, value]) => [
    name,
    displayValue(name, value),
    definitions[name as keyof typeof definitions],
  ]);
  return table(["STATISTIC", "VALUE", "MEANING"], rows);
}

function displayValue(name: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name === "createdAt" ? String(value).slice(0, 16).replace("T", " ") : String(value);
}
