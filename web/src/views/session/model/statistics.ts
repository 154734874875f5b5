import type { SessionStatistics } from "../../../data/api-types.ts";
import { spanText } from "../clock.ts";

export type Analysis = SessionStatistics["analysis"];
type Statistic = keyof Analysis["definitions"];

const NAMES: readonly (readonly [Statistic, string])[] = [
  ["thoughtCount", "Thoughts"],
  ["branchCount", "Branches"],
  ["revisionCount", "Revisions"],
  ["critiqueRequests", "Critiques"],
  ["duration", "Duration"],
  ["thoughtDensity", "Pace"],
  ["revisionRate", "Revision rate"],
  ["linearityScore", "Linearity"],
  ["maxDepth", "Depth"],
  ["hasConvergence", "Branches merged"],
  ["isComplete", "Complete"],
];

/** In less than this, a rate per minute says nothing. */
const LEAST_PACED_MS = 60_000;

/** The statistics of a session in reading order, with formatted values. */
export function statisticsOf({ definitions, metadata, structure, quality }: Analysis) {
  const values: Readonly<Record<string, unknown>> = { ...metadata, ...structure, ...quality };
  const names = NAMES.filter(([key]) => key !== "thoughtDensity" || metadata.duration >= LEAST_PACED_MS);
  return names.map(([key, name]) => ({
    name,
    value: format(key, values[key]),
    definition: definitions[key],
  }));
}

function format(key: Statistic, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value);
  if (key === "duration") return spanText(value);
  if (key === "revisionRate") return `${Math.round(value * 100)}%`;
  const rounded = value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 1 : 0 });
  return key === "thoughtDensity" ? `${rounded} thoughts/min` : rounded;
}
