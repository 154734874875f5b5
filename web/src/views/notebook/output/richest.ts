/** The media type of a table, as `src/notebook/output.ts` has it. */
export const TABLE = "application/vnd.dataresource+json";

/** The media types that can be shown, the best first. */
const ORDER = [
  /^image\/(png|jpeg|gif|webp)$/,
  /^image\/svg\+xml$/,
  /^application\/vnd\.dataresource\+json$/,
  /^text\/html$/,
  /^text\/markdown$/,
  /^application\/([^;]*\+)?json$/,
  /^text\//,
] as const;

/** The form of a value that tells the reader most. */
export function richest(
  data: Readonly<Record<string, string>>,
): { readonly mime: string; readonly text: string } | undefined {
  const rank = (mime: string) => ORDER.findIndex((pattern) => pattern.test(mime));
  const [best] = Object.keys(data)
    .filter((mime) => rank(mime) >= 0)
    .sort((one, other) => rank(one) - rank(other));
  return best === undefined ? undefined : { mime: best, text: data[best]! };
}
