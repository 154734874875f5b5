import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../ledger/index.ts";
import { openImport } from "./open-import.ts";
import { createSkips, type ImportProgress, type ImportReport, type ImportStore } from "./run-import.ts";
import type { FoundProgram } from "./sources.ts";
import { listFound, type ProgramSummary } from "./summary.ts";
import type { Places, Transcript } from "./transcript.ts";

/** The state of imports in a server. */
export interface ImportState {
  /** The import that is running. */
  readonly running?: { readonly program: FoundProgram; readonly progress: ImportProgress } | undefined;
  /** What the last one did; absent before the first. */
  readonly last?: Omit<ImportReport, "sessions"> | undefined;
  readonly failed?: string | undefined;
}

/** Imports that a server runs in the background, one at a time. */
export interface BackgroundImport {
  found(since?: number): Promise<readonly ProgramSummary[]>;
  state(): ImportState;
  /** Starts an import unless one runs. Returns at once. */
  start(store: ImportStore, program: FoundProgram, since?: number): void;
  /** Imports new thoughts until the signal aborts. */
  watch(store: ImportStore, program: FoundProgram, signal: AbortSignal): Promise<void>;
}

/** How often a watched program's files are checked. */
const WATCH_MS = 5000;

/** Creates the background imports of a server. */
export function createBackgroundImport(
  places: Places,
  stopping: AbortSignal,
  watchMs = WATCH_MS,
): BackgroundImport {
  let state: ImportState = {};

  async function run(
    store: ImportStore,
    program: FoundProgram,
    since?: number,
    isNew?: (transcript: Transcript) => boolean,
  ): Promise<void> {
    const begun = { done: 0, total: 0, bytesDone: 0, bytesTotal: 0, thoughts: 0 };
    state = { running: { program, progress: begun } };
    const done = await openImport(store, places, [program], createSkips(), {
      since,
      signal: stopping,
      isNew,
      onProgress: (progress) => {
        state = { running: { program, progress } };
      },
    });
    const { sessions: _, ...last } = done.report();
    state = { last };
  }

  /** A failure ends one run and is shown; the next one may succeed. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      state = { failed: error instanceof Failure ? error.message : "The import failed." };
      return false;
    }
  }

  return {
    found: (since) => listFound(places, since),
    state: () => state,
    start(store, program, since) {
      if (state.running) return;
      void attempt(() => run(store, program, since));
    },
    async watch(store, program, signal) {
      /** The last state of each session. */
      const seen = new Map<string, string>();
      while (!signal.aborted) {
        if (!state.running) {
          const looked: [session: string, fingerprint: string][] = [];
          const isDone = await attempt(() =>
            run(store, program, undefined, ({ nativeId, place = "", fingerprint }) => {
              const session = `${nativeId} ${place}`;
              if (seen.get(session) === fingerprint) return false;
              looked.push([session, fingerprint]);
              return true;
            }),
          );
          // After a failed run, the same files are checked again.
          if (isDone) for (const [session, fingerprint] of looked) seen.set(session, fingerprint);
        }
        await delay(watchMs, undefined, { signal, ref: false }).catch(() => {});
      }
    },
  };
}
