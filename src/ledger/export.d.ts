import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";
/** The formats a session can be exported in. */
export type ExportFormat = "markdown" | "json";
/** Reads a session's thoughts in order of arrival, as often as it is called. */
export type ReadThoughts = () => AsyncIterable<Thought>;
/** A session as Markdown, in pieces: the main lane first, then each branch under its own heading. */
export declare function exportMarkdown(session: Session, read: ReadThoughts): AsyncGenerator<string>;
/** A session as one JSON document, in pieces: `version`, `session`, `nodes` (a linked list), `exportedAt`. */
export declare function exportJson(session: Session, read: ReadThoughts, exportedAt: string): AsyncGenerator<string>;
