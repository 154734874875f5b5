import { readFile } from "node:fs/promises";
import { statFile } from "./readable-file.ts";
import type { OpenTranscript, Program, Skips, Transcript } from "./transcript.ts";
import { type JsonObject, parseObject } from "./value.ts";

/** A document that must be parsed as a whole is read up to this size. */
const LARGEST_DOCUMENT = 64 * 1_048_576;

/** A transcript in one file, or in a file and others that belong to it. */
export async function fileTranscript(
  program: Program,
  nativeId: string,
  file: string,
  open: (skips: Skips) => Promise<OpenTranscript>,
  others: readonly string[] = [],
): Promise<Transcript> {
  const stats = await Promise.all([file, ...others].map((path) => statFile(path)));
  return {
    program,
    nativeId,
    file,
    fingerprint: stats.map(({ size, mtimeMs }) => `${size}-${Math.floor(mtimeMs)}`).join(" "),
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    modifiedAt: Math.max(...stats.map(({ mtimeMs }) => mtimeMs)),
    open,
  };
}

/** Reads a text file; undefined, with a reason, if it is too large. */
export async function readText(file: string, skips: Skips): Promise<string | undefined> {
  const { size } = await statFile(file);
  if (size <= LARGEST_DOCUMENT) return (await readFile(file, "utf8")).replace(/^\ufeff/, "");
  skips.add("document over 64 MB");
  return undefined;
}

/** Reads a JSON document; undefined, with a reason, if it is too large or not a JSON object. */
export async function readDocument(file: string, skips: Skips): Promise<JsonObject | undefined> {
  const text = await readText(file, skips);
  if (text === undefined) return undefined;
  const document = parseObject(text);
  if (!document) skips.add("invalid JSON");
  return document;
}
