import type { Fact, Thought } from "../../ledger/index.ts";

/** How much of a thought is read to rank it, in characters. */
export const CHARACTERS_RANKED = 6_000;

/** A form of a word: as written, and its stem. */
export interface WordForm {
  readonly text: string;
  readonly stem: string;
}

/** The thoughts that contain a word in one of its forms. */
export interface WordMatches {
  /** Newest first. */
  readonly positions: readonly number[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
  /** How many there are within the filters; an estimate if there are others. */
  readonly count: number;
}

/** Texts of a session that are also searched for its thoughts. */
export interface SessionTexts {
  readonly title: string;
  readonly project: string;
  readonly tags: readonly string[];
}

/** A thought that may be a hit. */
export interface Candidate {
  readonly position: number;
  readonly thought: Thought;
  /** False if its content is cut to `CHARACTERS_RANKED`. */
  readonly isWhole: boolean;
  /** The length of its whole content, in bytes. */
  readonly bytes: number;
  readonly session: SessionTexts;
  /** Facts that the ledger stores about it. */
  readonly facts: readonly Fact[];
}

/** A thought near a hit. */
export interface Neighbour {
  readonly position: number;
  readonly sessionId: string;
  readonly seq: number;
  readonly number: number;
  readonly id: string;
  readonly parentId?: string | undefined;
}

/**
 * The lookups of one search, which a store implements: they find and read thoughts within the filters. Every result is
 * bounded. A word is passed with all its forms.
 */
export interface CandidateSource {
  /** The approximate number of thoughts within the filters. */
  readonly thoughts: number;
  /** The newest thoughts with any form of each word. */
  eachOf(words: readonly (readonly WordForm[])[]): Promise<readonly WordMatches[]>;
  /** The newest thoughts that contain every word in one of its forms. */
  allOf(words: readonly (readonly WordForm[])[]): Promise<readonly number[]>;
  read(positions: readonly number[]): Promise<readonly Candidate[]>;
  /** The newest thoughts of a session within the filters, or of all. */
  newest(limit: number, sessionId?: string): Promise<readonly number[]>;
  /** The thoughts that revise any of these, by id. */
  revisionsOf(thoughts: readonly Thought[]): Promise<readonly number[]>;
  /** The thoughts of the same sessions whose `seq` differs by at most `reach`. */
  around(thoughts: readonly Thought[], reach: number): Promise<readonly Neighbour[]>;
  /** The whole content of a thought. */
  content(position: number): Promise<string>;
}
