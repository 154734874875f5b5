import { createReadStream } from "node:fs";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pace } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { type ErasedIds, mentions, type QuoteEraser } from "./erase-quotes.ts";

/** Larger files are deleted instead of changed if they have the text. */
const LARGEST = 64 * 1024 * 1024;
/** Large files are read in parts that overlap, so that no quote is cut in two. */
const PART = 1024 * 1024;
const OVERLAP = 4096;

/** What is erased from exported files. */
export interface ErasedExport extends Omit<ErasedIds, "owner"> {
  readonly eraser: QuoteEraser;
  /** Whether the folder has files of others too. */
  readonly isShared: boolean;
  /** Whole sessions are erased: their files are deleted. */
  readonly whole?: boolean;
}

/**
 * Erases thoughts from the files in `exports` of the data home. A file belongs to a thought if it has the thought's id.
 * Formats without ids are recognized by their text, and any file by its name, but not in a folder with files of others:
 * nobody must reach another's file by quoting it.
 */
export async function eraseExports(home: string, erased: ErasedExport, largest = LARGEST): Promise<number> {
  if (home === "") return 0;
  const folder = join(home, "exports");
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.map((name) => join(folder, name));
  return eraseFiles(files, erased, largest);
}

/** Erases thoughts from the files that `export_reasoning_chain` wrote elsewhere, if they have the thoughts' ids. */
export function eraseChains(
  files: readonly string[],
  erased: Omit<ErasedExport, "isShared">,
): Promise<number> {
  return eraseFiles(files, { ...erased, isShared: true });
}

/** The tool that writes sessions to files; each call is logged with the path of its file. */
const TOOL = "export_reasoning_chain";
const PAGE = 1_000;

/** The files that logged calls wrote a session to. Read them before the calls are erased. */
export async function chainsOf(store: Store, home: string, sessionId: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for (let before: string | undefined; ; ) {
    const calls = await store.invocations({ tool: TOOL, sessionId, limit: PAGE, ...(before && { before }) });
    for (const { output } of calls)
      if (typeof output?.path === "string" && output.path.endsWith(".json"))
        files.add(resolve(home, output.path));
    before = calls.at(-1)?.id;
    if (calls.length < PAGE) return [...files];
  }
}

async function eraseFiles(
  files: readonly string[],
  erased: ErasedExport,
  largest = LARGEST,
): Promise<number> {
  let changed = 0;
  for (const file of files) {
    await pace();
    const facts = await stat(file).catch(() => undefined);
    if (!facts?.isFile()) continue;
    if (await (facts.size > largest ? eraseLarge(file, erased) : eraseFrom(file, erased))) changed++;
  }
  return changed;
}

/** Deletes a file that is too large to change if it has the text. */
async function eraseLarge(file: string, erased: ErasedExport): Promise<boolean> {
  let end = "";
  for await (const part of createReadStream(file, { encoding: "utf8", highWaterMark: PART })) {
    const text = end + part;
    const isLinked = isLinkedTo(text, erased);
    const quotes = !erased.isShared && (await erased.eraser.clean(text, { keepsWords: !isLinked })) !== text;
    if (quotes || isLinked) {
      await rm(file, { force: true });
      return true;
    }
    end = text.slice(-OVERLAP);
  }
  return false;
}

/** In a folder with files of others only ids that are unique count. */
function isLinkedTo(text: string, { thoughtIds, sessionIds, isShared }: ErasedExport): boolean {
  return mentions(text, { thoughtIds, sessionIds: isShared ? sessionIds.filter(isOwnId) : sessionIds });
}

async function eraseFrom(file: string, erased: ErasedExport): Promise<boolean> {
  const { eraser, isShared, whole = false } = erased;
  const text = await readFile(file, "utf8");
  const isLinked = isLinkedTo(text, erased);
  if (!isLinked && isShared) return false;
  if (isLinked && whole) {
    await rm(file, { force: true });
    return true;
  }
  const name = basename(file);
  if ((await eraser.clean(name, { keepsWords: true })) !== name) {
    await rm(file, { force: true });
    return true;
  }
  const cleaned = await eraser.clean(text, { keepsWords: !isLinked });
  if (cleaned === text) return false;
  // Only JSON keeps its shape without the text.
  if (!file.endsWith(".json")) await rm(file, { force: true });
  else {
    await writeFile(`${file}.part`, cleaned, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }
  return true;
}

/** Whether an id has the prefix of a principal, which makes it unique. */
const isOwnId = (id: string): boolean => /^p\d{15}-/.test(id);
