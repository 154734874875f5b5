import { setFlagsFromString } from "node:v8";
import { pace } from "../ledger/index.ts";
import { createImport, type createSkips, type ImportOptions, type ImportStore } from "./run-import.ts";
import { FOUND_PROGRAMS, type FoundProgram, findAt, findProgram } from "./sources.ts";
import type { Places, Search, Skips, Transcript } from "./transcript.ts";

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
          if (options.isNew?.(transcript) !== false) found.push(transcript);
        }
      } catch {
        skips.add("unreadable file");
      }
      await run.run(newestCopies(found, skips));
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

/** A session may exist in several places, for example after its project was moved. The newest file is imported. */
function newestCopies(found: readonly Transcript[], skips: Skips): readonly Transcript[] {
  const newest = new Map<string, Transcript>();
  for (const transcript of found) {
    const name = `${transcript.program} ${transcript.nativeId}`;
    const other = newest.get(name);
    if (other) skips.add("older copy of a session");
    if (!other || isNewer(transcript, other)) newest.set(name, transcript);
  }
  return [...newest.values()];
}

const isNewer = (one: Transcript, other: Transcript) =>
  one.modifiedAt > other.modifiedAt || (one.modifiedAt === other.modifiedAt && one.bytes > other.bytes);
