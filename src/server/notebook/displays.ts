import type { Contents, Embedded } from "../../mcp/define.ts";
import { type Output, TABLE } from "../../notebook/output.ts";
import { cutMiddle } from "./cut.ts";
import { PICTURES, readPicture } from "./picture.ts";
import { markdownTable } from "./table.ts";
import { displayUri } from "./uris.ts";

/** Clients drop messages over 10 MiB, and a picture costs a model dearly. */
const MOST_EACH = 1024 * 1024;
const MOST_TOGETHER = 4 * 1024 * 1024;
const MOST_TEXT = 16_000;

/** Texts that go as resources, because a client may show them in its own way. */
const RESOURCES: readonly string[] = ["image/svg+xml", "text/markdown", "text/html"];
/** The form that is answered when a display has several, best first. */
const PREFERRED: readonly string[] = [...PICTURES, TABLE, ...RESOURCES, "application/json", "text/plain"];

/** What a cell displayed: as it travels beside an answer, and named in the answer itself. */
export interface ShownDisplays {
  readonly embedded: readonly Embedded[];
  readonly displays: readonly { readonly mimeType: string; readonly uri: string }[];
}

/** The displays of a run as MCP content. A value that the answer tells already is not displayed once more. */
export function shownDisplays(notebookId: string, cellId: string, outputs: readonly Output[]): ShownDisplays {
  const embedded: Embedded[] = [];
  const displays: { mimeType: string; uri: string }[] = [];
  let left = MOST_TOGETHER;
  for (const [index, output] of displaysIn(outputs).entries()) {
    const mimeType = formOf(output.data);
    if (mimeType === undefined || (output.result && isTold(mimeType))) continue;
    const uri = displayUri(notebookId, cellId, index + 1);
    const part = embed(mimeType, output.data[mimeType]!, uri);
    const size = "data" in part ? part.data.length : JSON.stringify(part.text).length;
    const fits = size <= left;
    if (fits) left -= size;
    displays.push({ mimeType, uri });
    embedded.push(fits ? part : leftOut(mimeType, `${size} letters after ${MOST_TOGETHER - left}`, uri));
  }
  return { embedded, displays };
}

/** One display of a run, by its place from 1, for a reader of its URI. */
export function displayContents(outputs: readonly Output[], place: number): Contents | undefined {
  const data = displaysIn(outputs)[place - 1]?.data;
  const mimeType = data && formOf(data);
  if (mimeType === undefined) return undefined;
  const text = data![mimeType]!;
  if (!PICTURES.includes(mimeType)) return { mimeType, text };
  const picture = readPicture(mimeType, text);
  return picture && { mimeType, blob: picture.data };
}

type Display = Extract<Output, { type: "display" }>;

const displaysIn = (outputs: readonly Output[]): readonly Display[] =>
  outputs.filter((one) => one.type === "display");

const formOf = (data: Display["data"]): string | undefined =>
  PREFERRED.find((mimeType) => Object.hasOwn(data, mimeType));

const isTold = (mimeType: string): boolean => mimeType === "application/json" || mimeType === "text/plain";

function embed(mimeType: string, text: string, uri: string): Embedded {
  if (PICTURES.includes(mimeType)) {
    const picture = readPicture(mimeType, text);
    if (!picture) return { text: `A display was left out: it is no ${mimeType} in base64.` };
    if (picture.bytes > MOST_EACH) return leftOut(mimeType, `${picture.bytes} bytes`, uri);
    return { mimeType, data: picture.data };
  }
  if (RESOURCES.includes(mimeType))
    return text.length > MOST_EACH
      ? leftOut(mimeType, `${text.length} letters`, uri)
      : { uri, mimeType, text };
  const table = mimeType === TABLE ? markdownTable(text) : undefined;
  return { text: cutMiddle(table ?? text, MOST_TEXT, uri) };
}

function leftOut(mimeType: string, size: string, uri: string): Embedded {
  return {
    text: `A display (${mimeType}) was left out: ${size} are too many here. It can be read at ${uri}`,
  };
}
