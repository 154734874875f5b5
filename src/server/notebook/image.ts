/** The first bytes of each image format. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF.{4}WEBP/s,
};

/** Media types that clients accept as images. */
export const IMAGE_TYPES: readonly string[] = Object.keys(SIGNATURES);

/** An image's base64 without whitespace, and its size; undefined if it is not an image of that type. */
export function readImage(
  mimeType: string,
  text: string,
): { readonly data: string; readonly bytes: number } | undefined {
  const data = text.replace(/\s+/g, "");
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  const start = Buffer.from(data.slice(0, 24), "base64").toString("latin1");
  if (!SIGNATURES[mimeType]?.test(start)) return undefined;
  return { data, bytes: Buffer.byteLength(data, "base64") };
}
