import { hash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { pace } from "../ledger/index.ts";
import { readLines } from "./read-lines.ts";
import { createImport, type createSkips, type ImportOptions, type ImportStore } from "./run-import.ts";
import { FOUND_PROGRAMS, type FoundProgram, findAt, findProgram } from "./sources.ts";
import type { Places, Search, Skips, Transcript } from "./transcript.ts";
import { textOf, timeOf } from "./value.ts";

/** Whether this is the name of a program, not a path. */
export function isFoundProgram(name: string): name is FoundProgram {
  return (FOUND_PROGRAMS as readonly string[]).includes(name);
}

/** Imports the transcripts of programs, files and folders. */
export async function openImport(
  store: ImportStore,
  places: Places,
  sources: readonly string[],
  skips: ReturnType<typeof createSkips>,
  options: ImportOptions & { readonly isNew?: ((transcript: Transcript) => boolean) | undefined },
): Promise<ReturnType<typeof createImport>> {
  const run = createImport(store, skips, options);
  const closing: (() => Promise<void>)[] = [];
  const search: Search = { skips, defer: (close) => void closing.push(close) };
  letYoungHeapGrow(false);
  try {
    for (const source of sources) {
      const found: Transcript[] = [];
      try {
        const all = isFoundProgram(source) ? findProgram(source, places, search) : findAt(source, search);
        for await (const transcript of all) {
          await pace();
          found.push(transcript);
        }
      } catch {
        skips.add("unreadable file");
      }
      const newest = await newestCopies(found, skips);
      await run.run(newest.filter((transcript) => options.isNew?.(transcript) !== false));
    }
  } finally {
    for (const close of closing) await close();
    letYoungHeapGrow(true);
  }
  return run;
}

/**
 * Whether V8 may enlarge the part of the heap for new objects. During an import, which leaves much garbage and keeps
 * little, it would grow to 80 MB and more without saving time.
 */
function letYoungHeapGrow(may: boolean): void {
  setFlagsFromString(`--semi-space-growth-factor=${may ? 2 : 1}`);
}

/**
 * A session may exist in several places, for example after its project was moved: the newest file is imported. Sessions of
 * the same id that begin differently are separate ones.
 */
async function newestCopies(found: readonly Transcript[], skips: Skips): Promise<readonly Transcript[]> {
  const byId = Map.groupBy(found, ({ program, nativeId }) => `${program} ${nativeId}`);
  const kept: Transcript[] = [];
  for (const same of byId.values()) {
    if (same.length === 1) {
      kept.push(same[0]!);
      continue;
    }
    const begun = await Promise.all(same.map(async (one) => ({ one, beginning: await beginningOf(one) })));
    // The oldest one has the plain id, also when more of them appear later.
    begun.sort((a, b) => (a.beginning < b.beginning ? -1 : 1));
    for (const [place, copies] of [...Map.groupBy(begun, ({ beginning }) => beginning)].entries()) {
      const [newest, ...older] = copies[1].map(({ one }) => one).sort((a, b) => (isNewer(a, b) ? -1 : 1));
      if (older.length > 0) skips.add("older copy of a session", older.length);
      kept.push(place === 0 ? newest! : { ...newest!, place: shortName(copies[0]) });
    }
  }
  return kept;
}

const shortName = (text: string) => hash("sha256", text, "hex").slice(0, 8);

/** How many lines may come before the first record with an id. */
const MOST_LINES = 50;

/** The time and id of a transcript's first record. */
async function beginningOf({ file, program }: Transcript): Promise<string> {
  try {
    for await (const { line, record } of readLines(file)) {
      const id = textOf(record.uuid) ?? textOf(record.id);
      if (id !== undefined) return `${timeOf(record.timestamp) ?? ""} ${id}`;
      if (line >= MOST_LINES) break;
    }
  } catch {
    // Opening the transcript reports the problem.
  }
  return program;
}

const isNewer = (one: Transcript, other: Transcript) =>
  one.modifiedAt > other.modifiedAt || (one.modifiedAt === other.modifiedAt && one.bytes > other.bytes);
