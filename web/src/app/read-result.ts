import type { Note, Thought } from "../data/api-types.ts";
import { isRecord, type ToolResult } from "./host.ts";

/** One line of a brief. */
export interface BriefLine {
  readonly section: string;
  readonly seq: number;
  readonly thoughtNumber: number;
  readonly text: string;
  readonly origin?: string;
}

/** A session as `get_state` returns it to a view. */
export interface ShownSession {
  readonly session: {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly thoughtCount: number;
    readonly project: string;
  };
  readonly thoughts: readonly Thought[];
  readonly brief: readonly BriefLine[];
  readonly notes: readonly Note[];
}

/** A thought that a search found. */
export interface Hit {
  readonly sessionId: string;
  readonly title: string;
  readonly thoughtNumber: number;
  readonly snippet: string;
}

/** The value of a tool's answer; some hosts pass on only its text. */
export function answerOf({ structuredContent, content }: ToolResult): Readonly<Record<string, unknown>> {
  if (isRecord(structuredContent)) return structuredContent;
  const [first] = Array.isArray(content) ? content : [];
  try {
    const value: unknown = JSON.parse(String(isRecord(first) ? first.text : ""));
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The id of the session that an answer is about. */
export function sessionIn(value: Readonly<Record<string, unknown>>): string | undefined {
  const { sessionId, session_id: named, session } = value;
  for (const id of [sessionId, named, isRecord(session) ? session.id : undefined])
    if (typeof id === "string" && id !== "") return id;
  return undefined;
}

/** The thoughts that a search found; undefined if the answer is not that of a search. */
export function hitsIn({ results }: Readonly<Record<string, unknown>>): readonly Hit[] | undefined {
  if (!Array.isArray(results)) return undefined;
  return results.filter(isRecord).map((hit) => ({
    sessionId: String(hit.sessionId ?? ""),
    title: String(hit.title ?? ""),
    thoughtNumber: Number(hit.thoughtNumber ?? 0),
    snippet: String(hit.snippet ?? ""),
  }));
}

/** The session in an answer of `get_state`; undefined if it has none. */
export function shownIn({ view }: Readonly<Record<string, unknown>>): ShownSession | undefined {
  if (!isRecord(view) || !isRecord(view.session) || !Array.isArray(view.thoughts)) return undefined;
  const { brief = [], notes = [] } = view;
  // The server validates its answers. A host that changed them could only break this view, which has no permissions.
  return { ...view, brief, notes } as unknown as ShownSession;
}
