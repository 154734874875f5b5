/** Whether a JSON value nests deeper than `levels`. Looks no deeper than that. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value))
    if (nestsDeeper(item, levels - 1)) return true;
  return false;
}
