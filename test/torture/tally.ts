import { readFileSync } from "node:fs";
import { type Findings, joinFindings } from "./checker.ts";

/** Everything that a run counts. */
export interface Tally {
  rounds: number;
  kills: number;
  databaseKills: number;
  calls: number;
  acknowledged: number;
  refused: number;
  attacks: number;
  /** Highest memory of any server, in megabytes. */
  memoryMb: number;
  findings: Findings;
  /** How long each call of the probe waited for its answer, in milliseconds. */
  readonly waits: number[];
  readonly unexpectedExits: string[];
  /** What servers logged and should not have, with how often. */
  readonly unexpectedErrors: Map<string, number>;
  /** What could not be attacked on this machine. */
  readonly missing: Set<string>;
  readonly leftovers: string[];
  addFindings(more: Findings): void;
  /** Judges one line of a server's stderr. */
  noteLog(line: string): void;
  noteError(text: string): void;
  /** Counts an answer that is an error; the store may refuse while we attack it, everything else is unexpected. */
  noteRefusal(answer: { readonly code: string | undefined; readonly text: string }): void;
  /** Looks up the highest memory that a process has had. */
  noteMemory(pid: number): void;
}

/** Starts counting. */
export function createTally(): Tally {
  const tally: Tally = {
    rounds: 0,
    kills: 0,
    databaseKills: 0,
    calls: 0,
    acknowledged: 0,
    refused: 0,
    attacks: 0,
    memoryMb: 0,
    findings: { lost: [], doubled: [], misplaced: [] },
    waits: [],
    unexpectedExits: [],
    unexpectedErrors: new Map(),
    missing: new Set(),
    leftovers: [],
    addFindings(more) {
      for (const [kind, texts] of Object.entries(more))
        for (const text of texts) console.log(`${kind}: ${text}`);
      tally.findings = joinFindings([tally.findings, more]);
    },
    noteLog(line) {
      const said = judge(line);
      if (said !== undefined) tally.noteError(said);
    },
    noteError(text) {
      const short = text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, "N").slice(0, 400);
      tally.unexpectedErrors.set(short, (tally.unexpectedErrors.get(short) ?? 0) + 1);
    },
    noteRefusal({ code, text }) {
      tally.refused += 1;
      if (!CAUSED.test(code ?? ""))
        tally.noteError(`a well-behaved client was refused: ${text.slice(0, 200)}`);
    },
    noteMemory(pid) {
      try {
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
        tally.memoryMb = Math.max(tally.memoryMb, Math.round(Number(peak?.[1] ?? 0) / 1024));
      } catch {
        // The process is gone, or there is no /proc.
      }
    },
  };
  return tally;
}

/** Failures of the store that our own attacks cause: a full disk, a file or a database that is gone. */
const CAUSED =
  /STORE_(FULL|UNREADABLE|BUSY|READ_ONLY|CORRUPT|MOVED)|disk is full|ECONNREFUSED|ECONNRESET|terminat|starting up|shutting down|recovery|accepting connections/;

/** What is wrong with a line of the log; undefined for an ordinary one. */
function judge(line: string): string | undefined {
  if (line.trim() === "") return undefined;
  try {
    const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
    if (entry.level !== "error" || CAUSED.test(line)) return undefined;
    const { time: _, requestId: __, ...rest } = entry;
    return JSON.stringify(rest);
  } catch {
    return /error|exception|rejection|^\s+at |fatal|warning/i.test(line) ? line : undefined;
  }
}
