/** A time-ordered unique id (UUID version 7). */
export declare function timeOrderedId(now: number, random?: Uint8Array): string;
/** Whether an id may stand in a URL and as a file name on every system as it is. */
export declare function isSafeId(id: string): boolean;
/** The session id for a handle of any text: itself when safe, else a slug with a hash, always the same for the same text. */
export declare function sessionIdFor(handle: string): string;
/** A readable session id from a title and the day, e.g. `investigate-memory-leak-2026-11-15`. */
export declare function slugFor(title: string, now: number): string;
/** The id to try when `base` is taken for the nth time: `base-2`, `base-3`… */
export declare function numbered(base: string, attempt: number): string;
/** A title from the first words of a thought. */
export declare function titleFrom(thought: string): string;
/** A text on one line, without controls and invisible marks but those that join letters, of at most so many characters. */
export declare function oneLine(text: string, most?: number): string;
