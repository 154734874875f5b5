/** The amounts of a run: all counts of the benchmarks in one place. */
export interface Scale {
  readonly appendRounds: number;
  readonly appendsPerRound: number;
  readonly longSession: number;
  readonly starts: number;
  readonly httpRounds: number;
  readonly httpRequestsPerRound: number;
  readonly storedSessions: number;
  readonly thoughtsPerSession: number;
  readonly lookups: number;
  readonly reasoningCalls: number;
  readonly reasoningCrowds: number;
  readonly reasoningMemory: number;
  readonly hostRounds: number;
  readonly hostCalls: number;
  readonly hostTurns: number;
  /** The size of the transcript that is imported. */
  readonly importMegabytes: number;
  /** How many records the transcript of small records has. */
  readonly importRecords: number;
  readonly loadClients: number;
  readonly loadMs: number;
  /** The load ends after this many requests, however much time is left. */
  readonly loadRequests: number;
  /** How long memory is observed after the clients have disconnected. */
  readonly loadRestMs: number;
  readonly writeRounds: number;
  readonly writeMs: number;
  /** Each process has written this many thoughts before its time is measured. */
  readonly writeWarmUp: number;
  /** How many thoughts the full PostgreSQL store has; whole blocks of 100,000. */
  readonly loadedThoughts: number;
  readonly mixedMs: number;
  /** How many thoughts the two sessions for the page have. */
  readonly pageThoughts: number;
  readonly pageManyThoughts: number;
  readonly pageOpens: number;
  /** How far the outline is skimmed, in pixels. */
  readonly pageSkimmed: number;
  readonly pageAppends: number;
}

/** The full run, a few minutes. */
export const full: Scale = {
  appendRounds: 20,
  appendsPerRound: 100,
  longSession: 300_000,
  starts: 15,
  httpRounds: 5,
  httpRequestsPerRound: 600,
  storedSessions: 1_000,
  thoughtsPerSession: 500,
  lookups: 100,
  reasoningCalls: 400,
  reasoningCrowds: 10,
  reasoningMemory: 10_000,
  hostRounds: 20,
  hostCalls: 50,
  hostTurns: 1_000,
  importMegabytes: 100,
  importRecords: 250_000,
  loadClients: 500,
  loadMs: 60_000,
  loadRequests: 300_000,
  loadRestMs: 30_000,
  writeRounds: 7,
  writeMs: 2_000,
  writeWarmUp: 2_000,
  loadedThoughts: 10_000_000,
  mixedMs: 20_000,
  pageThoughts: 10_000,
  pageManyThoughts: 100_000,
  pageOpens: 7,
  pageSkimmed: 30_000,
  pageAppends: 200,
};

/** The short run, about a minute; every ratio is noisier. */
export const quick: Scale = {
  appendRounds: 8,
  appendsPerRound: 50,
  longSession: 20_000,
  starts: 5,
  httpRounds: 5,
  httpRequestsPerRound: 200,
  storedSessions: 40,
  thoughtsPerSession: 500,
  lookups: 30,
  reasoningCalls: 100,
  reasoningCrowds: 4,
  reasoningMemory: 2_000,
  hostRounds: 8,
  hostCalls: 30,
  hostTurns: 200,
  importMegabytes: 20,
  importRecords: 50_000,
  loadClients: 50,
  loadMs: 5_000,
  loadRequests: 30_000,
  loadRestMs: 12_000,
  writeRounds: 3,
  writeMs: 1_000,
  writeWarmUp: 300,
  loadedThoughts: 300_000,
  mixedMs: 4_000,
  pageThoughts: 10_000,
  pageManyThoughts: 30_000,
  pageOpens: 3,
  pageSkimmed: 9_000,
  pageAppends: 40,
};
