/**
 * Removes everything from a text that differs between runs (ids, times, durations, scores, ports) and machines
 * (layers).
 */
export function comparable(text: string): string {
  return MASKS.reduce((rest, [pattern, mask]) => rest.replace(pattern, mask), text);
}

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID"],
  [/\bnb-[a-z0-9]+/g, "NOTEBOOK"],
  [/\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, "TIME"],
  [/"(durationMs|ms|score)": ?[\d.]+/g, '"$1":0'],
  [/"(namespaces|files|limits)": ?(?:true|false)/g, '"$1":true'],
  [/\[\d{10}(?:\.\d+)?,/g, "[0,"],
  [/\b\d+(?:\.\d+)? (?:ms|s)\b/g, "DURATION"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"],
];
