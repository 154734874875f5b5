import type { Contents, Embedded } from "../../mcp/define.ts";
import { type Output, TABLE } from "../../notebook/output.ts";
import { cutMiddle } from "./cut.ts";
import { markdownTable } from "./table.ts";
import { displayUri } from "./uris.ts";

/** Clients drop messages over 10 MiB, and an image costs a model many tokens. */
const MAX_EACH = 1024 * 1024;
const MAX_TOTAL = 4 * 1024 * 1024;
const MAX_TEXT = 16_000;

/** The first bytes of each image format. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  "image/png": /^\x89PNG\r\n\x1a\n/,
  "image/jpeg": /^\xff\xd8\xff/,
  "image/gif": /^GIF8[79]a/,
  "image/webp": /^RIFF.{4}WEBP/s,
};

/** Media types that clients accept as images. */
const IMAGE_TYPES: readonly string[] = Object.keys(SIGNATURES);

/** Texts that are sent as resources, so that a client can render them. */
const RESOURCES: readonly string[] = ["image/svg+xml", "text/markdown", "text/html"];
/** The media type to send when a display has several, best first. */
const PREFERRED: readonly string[] = [...IMAGE_TYPES, TABLE, ...RESOURCES, "application/json", "text/plain"];

/** What a cell displayed: MCP content, and the list in the structured result. */
interface DisplayContent {
  readonly embedded: readonly Embedded[];
  readonly displays: readonly { readonly mimeType: string; readonly uri: string }[];
}

/** The displays of a run as MCP content. The cell's value is left out if the structured result has it. */
export function displayContent(
  notebookId: string,
  cellId: string,
  outputs: readonly Output[],
): DisplayContent {
  const embedded: Embedded[] = [];
  const displays: { mimeType: string; uri: string }[] = [];
  let left = MAX_TOTAL;
  for (const [index, output] of displaysIn(outputs).entries()) {
    const mimeType = typeOf(output.data);
    if (mimeType === undefined || (output.result && isInResult(mimeType))) continue;
    const uri = displayUri(notebookId, cellId, index + 1);
    const part = embed(mimeType, output.data[mimeType]!, uri);
    const size = "data" in part ? part.data.length : JSON.stringify(part.text).length;
    const fits = size <= left;
    if (fits) left -= size;
    displays.push({ mimeType, uri });
    embedded.push(fits ? part : omitted(mimeType, `${size} characters after ${MAX_TOTAL - left}`, uri));
  }
  return { embedded, displays };
}

/** One display of a run, by its position from 1. */
export function displayContents(outputs: readonly Output[], position: number): Contents | undefined {
  const data = displaysIn(outputs)[position - 1]?.data;
  const mimeType = data && typeOf(data);
  if (mimeType === undefined) return undefined;
  const text = data![mimeType]!;
  if (!IMAGE_TYPES.includes(mimeType)) return { mimeType, text };
  const image = readImage(mimeType, text);
  return image && { mimeType, blob: image.data };
}

type Display = Extract<Output, { type: "display" }>;

const displaysIn = (outputs: readonly Output[]): readonly Display[] =>
  outputs.filter((one) => one.type === "display");

const typeOf = (data: Display["data"]): string | undefined =>
  PREFERRED.find((mimeType) => Object.hasOwn(data, mimeType));

const isInResult = (mimeType: string): boolean =>
  mimeType === "application/json" || mimeType === "text/plain";

function embed(mimeType: string, text: string, uri: string): Embedded {
  if (IMAGE_TYPES.includes(mimeType)) {
    const image = readImage(mimeType, text);
    if (!image) return { text: `A display was left out: it is not a valid ${mimeType} in base64.` };
    if (image.bytes > MAX_EACH) return omitted(mimeType, `${image.bytes} bytes`, uri);
    return { mimeType, data: image.data };
  }
  if (RESOURCES.includes(mimeType))
    return text.length > MAX_EACH
      ? omitted(mimeType, `${text.length} characters`, uri)
      : { uri, mimeType, text };
  const table = mimeType === TABLE ? markdownTable(text) : undefined;
  return { text: cutMiddle(table ?? text, MAX_TEXT, uri) };
}

function omitted(mimeType: string, size: string, uri: string): Embedded {
  return {
    text: `A display (${mimeType}) was left out: ${size} are too many here. Read it at ${uri}`,
  };
}

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
