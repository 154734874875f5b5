import { pace } from "../ledger/index.ts";
import { createSkips } from "./run-import.ts";
import { FOUND_PROGRAMS, type FoundProgram, findProgram } from "./sources.ts";
import { type Places, PROGRAM_NAMES } from "./transcript.ts";

/** The number and age of a program's transcripts. */
export interface ProgramSummary {
  readonly program: FoundProgram;
  readonly name: string;
  readonly sessions: number;
  /** Times of the oldest and newest file. */
  readonly from: string;
  readonly to: string;
  readonly bytes: number;
}

/** Finds transcripts of all programs without reading them; with `since`, those that changed since then. */
export async function listFound(places: Places, since?: number): Promise<ProgramSummary[]> {
  const summaries: ProgramSummary[] = [];
  for (const program of FOUND_PROGRAMS) {
    let [sessions, bytes, from, to] = [0, 0, Number.POSITIVE_INFINITY, 0];
    const closing: (() => Promise<void>)[] = [];
    try {
      for await (const transcript of findProgram(program, places, {
        skips: createSkips(),
        defer: (close) => void closing.push(close),
      })) {
        await pace();
        if (since !== undefined && transcript.modifiedAt < since) continue;
        sessions++;
        bytes += transcript.bytes;
        from = Math.min(from, transcript.modifiedAt);
        to = Math.max(to, transcript.modifiedAt);
      }
    } catch {
      // A source that cannot be listed is left out; importing it says why.
    } finally {
      for (const close of closing) await close();
    }
    if (sessions > 0)
      summaries.push({
        program,
        name: PROGRAM_NAMES[program],
        sessions,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        bytes,
      });
  }
  return summaries;
}
