import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import zlib from "node:zlib";
import { pace } from "../ledger/index.ts";
import { createTextCutter } from "./cut-texts.ts";
import { statFile } from "./readable-file.ts";
import type { Skips } from "./transcript.ts";
import { type JsonObject, parseObject } from "./value.ts";

/** In a longer line, long texts are cut. */
const LONG_LINE = 1_048_576;
/** A line that is longer without these texts is skipped: parsing it would take more memory than the import may use. */
const LONGEST_LINE = 8 * 1_048_576;
/** A compressed file is read up to this size. */
const LONGEST_FILE = 4 * 1_073_741_824;
const NEWLINE = 10;

/** One record of a JSON Lines file. */
export interface LineRecord {
  /** Counts from 1. */
  readonly line: number;
  readonly record: JsonObject;
}

/** The state of a file's end, set by reading its lines. */
export interface LinesEnd {
  /** Whether the last line is incomplete. */
  isCut: boolean;
}

/** Whether this Node can read zstd. */
export const canReadZstd = typeof zlib.createZstdDecompress === "function";

/**
 * Reads the records of a JSON Lines file up to its present size. Lines that are not JSON objects are counted as
 * skipped, and so is a last line that is still being written.
 */
export async function* readLines(file: string, skips?: Skips, end?: LinesEnd): AsyncGenerator<LineRecord> {
  let line = 0;
  const damage: Damage = { isCut: false };
  for await (const { bytes, isWhole } of rawLines(file, damage)) {
    line++;
    await pace();
    if (bytes === undefined) {
      skips?.add("line over 8 MB");
      continue;
    }
    const text = bytes.toString("utf8");
    if (text.trim() === "") continue;
    const record = parseObject(line === 1 ? text.replace(/^\ufeff/, "") : text);
    if (record) yield { line, record };
    else if (isWhole) skips?.add("invalid JSON");
    else {
      if (end) end.isCut = true;
      skips?.add("incomplete last line");
    }
  }
  if (!damage.isCut) return;
  if (end) end.isCut = true;
  skips?.add("incomplete compressed file");
}

/** A compressed file that ends too early is read as far as it goes. */
interface Damage {
  isCut: boolean;
}

interface RawLine {
  /** Absent if the line is too long. */
  readonly bytes?: Buffer;
  /** False if the file ends before the line does. */
  readonly isWhole: boolean;
}

async function* rawLines(file: string, damage: Damage): AsyncGenerator<RawLine> {
  let parts: Buffer[] = [];
  let length = 0;
  let cut: ((part: Buffer) => Buffer) | undefined;
  const take = (isWhole: boolean): RawLine => {
    const tooLong = length > LONGEST_LINE;
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    parts = [];
    length = 0;
    cut = undefined;
    return tooLong ? { isWhole } : { bytes, isWhole };
  };
  for await (const chunk of chunksOf(file, damage)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at));
      yield take(true);
      from = at + 1;
    }
    // The next chunk overwrites this one.
    if (from < chunk.length) add(Buffer.from(chunk.subarray(from)));
  }
  if (length > 0) yield take(false);

  function add(part: Buffer): void {
    if (!cut && length + part.length > LONG_LINE) {
      cut = createTextCutter();
      parts = parts.map(cut);
      length = parts.reduce((sum, one) => sum + one.length, 0);
    }
    const rest = cut ? cut(part) : part;
    length += rest.length;
    // The rest of a line that is too long is dropped as it is read.
    if (length > LONGEST_LINE) parts = [];
    else if (rest.length > 0) parts.push(rest);
  }
}

/** The content of a file; a chunk is valid until the next one is requested. */
async function* chunksOf(file: string, damage: Damage): AsyncGenerator<Buffer> {
  const { size } = await statFile(file);
  if (size === 0) return;
  // A file that grows is read up to the size it had, so that a run ends.
  if (!file.endsWith(".zst")) {
    yield* plainChunks(file, size);
    return;
  }
  let read = 0;
  // An error at the end would discard what is still buffered, more of it for a slow reader: the end is checked after it.
  for await (const chunk of unpacked(file, size, zlib.constants.ZSTD_e_flush)) {
    read += chunk.length;
    if (read > LONGEST_FILE) return;
    yield chunk;
  }
  damage.isCut = !(await isWhole(file, size));
}

function unpacked(file: string, size: number, finishFlush: number): AsyncIterable<Buffer> {
  const raw = createReadStream(file, { end: size - 1, highWaterMark: CHUNK_BYTES });
  const output = raw.pipe(zlib.createZstdDecompress({ finishFlush }));
  raw.on("error", (error) => output.destroy(error));
  return output;
}

/** Whether the compressed data of a file is complete. */
async function isWhole(file: string, size: number): Promise<boolean> {
  try {
    for await (const _ of unpacked(file, size, zlib.constants.ZSTD_e_end)) await pace();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "Z_BUF_ERROR") return false;
    throw error;
  }
}

const CHUNK_BYTES = 262_144;

/** Reads into one buffer: thousands of them would be garbage for a long time. */
async function* plainChunks(file: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(file, "r");
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(size, CHUNK_BYTES));
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, size - at), at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
