/** How the files of each kind of picture begin. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF.{4}WEBP/s,
};

/** The media types that clients take as pictures. */
export const PICTURES: readonly string[] = Object.keys(SIGNATURES);

/** The base64 of a picture without blanks, and the size of its file; undefined when it is no picture of that kind. */
export function readPicture(
  mimeType: string,
  text: string,
): { readonly data: string; readonly bytes: number } | undefined {
  const data = text.replace(/\s+/g, "");
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  const beginning = Buffer.from(data.slice(0, 24), "base64").toString("latin1");
  if (!SIGNATURES[mimeType]?.test(beginning)) return undefined;
  return { data, bytes: Buffer.byteLength(data, "base64") };
}
