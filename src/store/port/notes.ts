import type { Draft, NewNote, Note } from "../../ledger/index.ts";
import type { SearchHit, SearchQuery } from "./ledger.ts";

/** Which notes of a session to read, oldest first. */
export interface NoteFilter {
  /** Only the note with this id. */
  readonly id?: string;
  /** Only notes that no thought has answered. */
  readonly open?: boolean;
  /** Default and maximum 1,000: the newest. */
  readonly limit?: number;
}

/** Limits of one delivery, and the call that it is part of. */
export interface DeliveryLimits {
  /** How many notes at most. */
  readonly most: number;
  /** How many bytes of text at most; a single note may have more. */
  readonly bytes: number;
  /** Delivers nothing while the session is held, and returns until when it is held. */
  readonly waits?: boolean;
  /** A repeat with the same scope and key returns the same notes and counts nothing. */
  readonly call?: Draft["idempotency"];
}

/** The notes of one delivery. */
export interface Delivery {
  readonly notes: readonly Note[];
  /** How many more wait for the next answer. */
  readonly more: number;
  /** Set if the call repeats an earlier one, which counted the notes already. */
  readonly repeated?: true;
  /** ISO time until which a person has asked the agent to wait for a note; only for a delivery that waits. */
  readonly heldUntil?: string;
}

/** A search in the notes of all sessions. */
export type NoteQuery = Omit<SearchQuery, "kind" | "source">;

/** A note that matches a search, best first and newest first among equals. */
export interface NoteHit extends Pick<SearchHit, "title" | "project" | "snippet" | "score" | "why"> {
  readonly note: Note;
  /** The `seq` of the thought that it is about; 0 for a note on the session. */
  readonly seq: number;
}

/** Notes of people to the agents that work on sessions. */
export interface NoteStore {
  /**
   * Writes a note and ends the session's open question. A thought that does not exist is a `THOUGHT_NOT_FOUND`. A
   * repeat with the same idempotency key returns the first note.
   */
  addNote(sessionId: string, note: NewNote, idempotency?: Draft["idempotency"]): Promise<Note>;
  /** The notes of a session; none for an unknown one. */
  notes(sessionId: string, filter: NoteFilter): Promise<readonly Note[]>;
  /**
   * Delivers notes with an answer on a session: those delivered least often first, then oldest first. Each delivery is
   * counted in the same transaction; a note is delivered at most three times.
   */
  deliverNotes(sessionId: string, limits: DeliveryLimits): Promise<Delivery>;
  /** Asks the agent to wait for a note until a time; undefined ends the wait. Durable when the promise resolves. */
  holdSession(sessionId: string, until: string | undefined): Promise<void>;
  searchNotes(query: NoteQuery): Promise<readonly NoteHit[]>;
}
