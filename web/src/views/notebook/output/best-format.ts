/** The media type of a table, as in `src/notebook/output.ts`. */
export const TABLE = "application/vnd.dataresource+json";

/** Supported media types, best first. */
const ORDER = [
  /^image\/(png|jpeg|gif|webp)$/,
  /^image\/svg\+xml$/,
  /^application\/vnd\.dataresource\+json$/,
  /^text\/html$/,
  /^text\/markdown$/,
  /^application\/([^;]*\+)?json$/,
  /^text\//,
] as const;

/** The best supported format of a value. */
export function bestFormat(
  data: Readonly<Record<string, string>>,
): { readonly mime: string; readonly text: string } | undefined {
  const rank = (mime: string) => ORDER.findIndex((pattern) => pattern.test(mime));
  const [best] = Object.keys(data)
    .filter((mime) => rank(mime) >= 0)
    .sort((one, other) => rank(one) - rank(other));
  return best === undefined ? undefined : { mime: best, text: data[best]! };
}
