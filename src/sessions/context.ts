import {
  formatWindow,
  sessionIdFor,
  titleFrom,
  type WindowEntry,
  windowEntry,
  windowSize,
} from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { type Annotations, annotate, projectOf, unknownNote } from "./annotations.ts";
import { clientKey } from "./handle-key.ts";
import { type Author, checkContent, type RecordingParts, shortName } from "./record.ts";

/** The default size of the window, in thoughts. */
export const DEFAULT_WINDOW = 100;
/** The longest handle that an answer repeats; a longer one is replaced by the session's own id. */
const MAX_HANDLE_CHARACTERS = 1000;

/** The answer of `think`: the seed's five fields. */
export interface ThinkAnswer {
  readonly status: "success";
  readonly step: number;
  readonly thought: string;
  readonly context_size: number;
  readonly session_id: string;
}

/** The answer of `think`, with fields that are not part of the seed's answer. */
export interface RecordedNote extends ThinkAnswer {
  readonly replayed: boolean;
  readonly warnings: readonly string[];
  /** Notes may wait for delivery, or a person asked the agent to wait. */
  readonly steered: boolean;
  /** The id of the session. */
  readonly recordedIn: string;
}

/** The window of a session with its statistics. */
export interface ContextView {
  readonly session_id: string;
  readonly thoughts: readonly WindowEntry[];
  readonly metadata: {
    readonly created_at: string | null;
    readonly last_updated: string | null;
    readonly total_steps: number;
  };
}

/** Appends a thought to the session of the handle, and creates the session if it is new. */
export async function think(
  store: Store,
  maxThoughts: number,
  author: Author,
  content: string | undefined,
  source: "think" | "library",
  annotations: Annotations = {},
  { hash, folderProject }: RecordingParts = {},
): Promise<RecordedNote> {
  const refusal = checkContent(content);
  if (refusal) throw refusal;
  const { text } = author.handle;
  const client = clientKey(author.handle);
  const project =
    projectOf(annotations.project, undefined) ??
    // Without a handle, a client has one session of notes for all of its folders.
    (client === undefined
      ? await folderProject?.(author, async () => !(await store.session(sessionIdFor(text))))
      : undefined);
  const described = {
    title: titleFrom(content!),
    mode: "think",
    ...(project !== undefined && { project: shortName(project) }),
  } as const;
  const annotated = await annotate(author, annotations, hash);
  const result = await store.append({
    target:
      client === undefined
        ? { sessionId: sessionIdFor(text), create: () => described }
        : // Without a handle, each client has one session of notes.
          { handle: client, open: () => ({ ...described, id: notesId(text), client }), continues: true },
    content: content!,
    nextThoughtNeeded: true,
    ...annotated.draft,
    mode: "think",
    source,
    metadata: annotated.metadata,
    ...(author.name !== undefined && { author: author.name }),
    ...(author.idempotency && { idempotency: author.idempotency }),
  });
  const { seq, sessionId } = result.thought;
  return {
    status: "success",
    step: seq,
    thought: result.thought.content,
    context_size: windowSize(seq, result.windowStart, maxThoughts),
    // A retry may use another connection, whose handle differs from that of the first answer; a long handle is not
    // returned.
    session_id:
      client === undefined && sessionIdFor(text) === sessionId && text.length <= MAX_HANDLE_CHARACTERS
        ? text
        : sessionId,
    replayed: result.replayed,
    warnings: [...annotated.warnings, ...(await unknownNote(store, sessionId, annotated.draft.answersNote))],
    steered: result.steered === true,
    recordedIn: sessionId,
  };
}

/** The session whose notes a client without a handle gets. */
const notesId = (client: string): string => (client === "" ? "default" : sessionIdFor(`think-${client}`));

/** The window of a session; an unknown session has an empty one and is not created. */
export async function readContext(store: Store, maxThoughts: number, handle: string): Promise<ContextView> {
  const id = sessionIdFor(handle);
  const session = await store.session(id);
  if (!session)
    return {
      session_id: handle,
      thoughts: [],
      metadata: { created_at: null, last_updated: null, total_steps: 0 },
    };
  const total = session.thoughtCount;
  const thoughts: WindowEntry[] = [];
  for (let after = total - windowSize(total, session.windowStart, maxThoughts); after < total; ) {
    const page = await store.thoughts(id, { after, limit: Math.min(total - after, 1000) });
    if (page.length === 0) break;
    thoughts.push(...page.map(windowEntry));
    after = page.at(-1)!.seq;
  }
  return {
    session_id: handle,
    thoughts,
    metadata: { created_at: session.createdAt, last_updated: session.updatedAt, total_steps: total },
  };
}

/** The window of a session as one text for a prompt; with a bound, only the newest thoughts that fit. */
export async function formattedContext(
  store: Store,
  maxThoughts: number,
  handle: string,
  maxBytes: number = Number.POSITIVE_INFINITY,
): Promise<string> {
  const { thoughts } = await readContext(store, maxThoughts, handle);
  let bytes = 0;
  const last = thoughts.findLastIndex(({ thought }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(thought));
    return bytes > maxBytes && index < thoughts.length - 1;
  });
  return formatWindow(thoughts.slice(last + 1));
}
