import { createHash } from "node:crypto";
import {
  type AppendResult,
  type Draft,
  Failure,
  type Handle,
  MAX_THOUGHT_BYTES,
  type NewSession,
  oneLine,
  type Source,
  sessionIdFor,
  titleFrom,
  untitledId,
} from "../ledger/index.ts";
import type { Engine } from "../llm/index.ts";
import type { Store } from "../store/port.ts";
import { type Annotations, annotate, projectOf, unknownNote } from "./annotations.ts";
import type { HashEvidence } from "./evidence.ts";
import type { FolderProject } from "./folder-project.ts";
import { actingIn, clientKey, handleKey, offeredIds } from "./handle-key.ts";

/** Names travel with every answer, and clients drop messages over 10 MiB; longer ones are shortened. */
const MAX_NAME_CHARACTERS = 500;
/** An answer contains its thought as JSON, and once more inside a text. */
const MAX_THOUGHT_JSON_BYTES = 4 * MAX_THOUGHT_BYTES;

/** The caller, as far as recording a thought depends on it. */
export interface Author {
  readonly handle: Handle;
  /** The handle of the connection, which a call that sends another one still comes through. */
  readonly connection?: Handle;
  /** The client's name, stored with the thought. */
  readonly name?: string;
  readonly idempotency?: { readonly scope: string; readonly key: string };
  /** The project of a session that the author opens without naming one. */
  readonly project?: string;
  /** The client's own model, if the client offers it. */
  readonly ownModel?: Engine;
  /** Asks for the URIs of the folders that the client has opened; absent if it does not share them. */
  readonly roots?: () => Promise<readonly string[] | undefined>;
}

/** A thought of a chain as the caller sent it: types are parsed, values not yet checked. */
export interface ChainThought extends Annotations {
  readonly thought?: string | undefined;
  readonly thoughtNumber?: number | undefined;
  readonly totalThoughts?: number | undefined;
  readonly nextThoughtNeeded?: boolean | undefined;
  readonly isRevision?: boolean | undefined;
  readonly revisesThought?: number | undefined;
  readonly branchFromThought?: number | undefined;
  readonly branchId?: string | undefined;
  readonly needsMoreThoughts?: boolean | undefined;
  readonly sessionId?: string | undefined;
  readonly sessionTitle?: string | undefined;
  readonly sessionTags?: readonly string[] | undefined;
  readonly critique?: boolean | undefined;
  /** Links that the caller sent and the ledger cannot store as such. */
  readonly claimed?: Readonly<Record<string, unknown>> | undefined;
}

/** Lookups outside the ledger; both are absent in a library without folders. */
export interface RecordingParts {
  readonly hash?: HashEvidence;
  readonly folderProject?: FolderProject;
}

/** Records one thought of a chain in the session that it names, or in the one that its author has open. */
export async function recordThought(
  store: Store,
  source: Source,
  author: Author,
  thought: ChainThought,
  { hash, folderProject }: RecordingParts = {},
): Promise<AppendResult> {
  const sessionId = thought.sessionId?.trim() ? sessionIdFor(thought.sessionId.trim()) : undefined;
  const refusal = refuse(thought, source);
  if (refusal) {
    // An unknown session is reported before any other problem.
    if (sessionId !== undefined && !(await store.session(sessionId)))
      throw sessionNotFound(thought.sessionId!);
    throw refusal;
  }
  const content = thought.thought!;
  const branchId = thought.branchId === undefined ? undefined : shortName(thought.branchId);
  // A caller without a handle has bound its root for the session that it names.
  const annotated = await annotate(actingIn(author, sessionId), thought, hash);
  const named = projectOf(thought.project, thought.sessionTags);
  const project =
    named ??
    (sessionId === undefined ? await folderProject?.(author, opens(store, author, thought)) : undefined);
  const draft: Draft = {
    target: target(sessionId, author.handle, thought, source, project),
    content,
    ...(thought.thoughtNumber !== undefined && { number: thought.thoughtNumber }),
    ...(thought.totalThoughts !== undefined && { total: thought.totalThoughts }),
    ...(branchId !== undefined && { branchId }),
    ...(thought.branchFromThought !== undefined && { branchFrom: thought.branchFromThought }),
    ...(thought.isRevision !== undefined && { isRevision: thought.isRevision }),
    ...(thought.revisesThought !== undefined && { revises: thought.revisesThought }),
    nextThoughtNeeded: thought.nextThoughtNeeded ?? true,
    ...annotated.draft,
    mode: "chain",
    source,
    ...(author.name !== undefined && { author: author.name }),
    ...(author.idempotency && { idempotency: author.idempotency }),
    metadata: {
      ...(thought.needsMoreThoughts === true && { needsMoreThoughts: true }),
      ...(thought.critique === true && { critiqueRequested: true }),
      claimed: thought.claimed,
      ...annotated.metadata,
    },
  };
  const result = await store.append(draft).catch(async (error: unknown) => {
    throw await refusedWhere(store, author, draft, error);
  });
  const isPlaced = sessionId !== undefined || handleKey(author.handle) !== undefined;
  const warnings = [
    ...annotated.warnings,
    ...result.warnings,
    ...(await unknownNote(store, result.thought.sessionId, draft.answersNote)),
    ...(branchId === thought.branchId
      ? []
      : [
          `branchId was over ${MAX_NAME_CHARACTERS} characters; the branch is called ${JSON.stringify(branchId)}.`,
        ]),
    ...(isPlaced ? [] : [placeWarning(result)]),
  ];
  return { ...result, warnings };
}

/** The error for an empty or too large thought; undefined if it is fine. */
export function checkContent(content: string | undefined): Failure | undefined {
  if (content === undefined || content.trim() === "") return new Failure("THOUGHT_REQUIRED", {});
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_THOUGHT_BYTES) return new Failure("THOUGHT_TOO_LARGE", { bytes, limit: MAX_THOUGHT_BYTES });
  // Only control characters make JSON that much longer than its text.
  const written = bytes * 6 > MAX_THOUGHT_JSON_BYTES ? Buffer.byteLength(JSON.stringify(content)) : 0;
  return written > MAX_THOUGHT_JSON_BYTES
    ? new Failure("THOUGHT_TOO_LARGE", { bytes: written, limit: MAX_THOUGHT_JSON_BYTES })
    : undefined;
}

function refuse(thought: ChainThought, source: Source): Failure | undefined {
  const content = checkContent(thought.thought);
  // The reference server also records empty thoughts.
  const isAllowed =
    source === "classic" && thought.thought !== undefined && content?.code === "THOUGHT_REQUIRED";
  if (content && !isAllowed) return content;
  for (const field of ["thoughtNumber", "totalThoughts", "revisesThought", "branchFromThought"] as const) {
    const value = thought[field];
    if (value !== undefined && value < 1) return new Failure("NUMBER_BELOW_ONE", { field, value });
  }
  return undefined;
}

function target(
  sessionId: string | undefined,
  handle: Handle,
  thought: ChainThought,
  source: Source,
  project: string | undefined,
): Draft["target"] {
  const key = handleKey(handle);
  // Only a connection belongs to one caller; a session named over a shared handle must not become everyone's session.
  // The gateway binds by operations of its own.
  if (sessionId !== undefined)
    return {
      sessionId,
      ...(handle.origin === "connection" && source !== "gateway" && key !== undefined && { bind: key }),
    };
  const client = clientKey(handle);
  const given = oneLine(thought.sessionTitle ?? "");
  const open = (): NewSession => ({
    ...(given === "" ? { id: untitledId(Date.now()), title: titleFrom(thought.thought!) } : { title: given }),
    tags: (thought.sessionTags ?? []).map(shortName),
    ...(project !== undefined && { project: shortName(project) }),
    mode: "chain",
    ...(client !== undefined && { client }),
  });
  if (key === undefined) return { client: client!, open, mayContinue: mayContinue(thought) };
  // The reference server has one history for as long as it runs.
  return { handle: key, open, ...(source === "classic" && { continues: true }) };
}

/** Whether a thought without a session id always opens a session. */
const opens =
  (store: Store, { handle }: Author, thought: ChainThought) =>
  async () => {
    const key = handleKey(handle);
    if (key === undefined) return !mayContinue(thought);
    return (await store.handle(key)).sessionId === undefined && !(await store.session(key));
  };

/** Whether a thought without a handle may continue a session: only a number after the first implies one. */
function mayContinue({ thoughtNumber, sessionTitle }: ChainThought): boolean {
  return thoughtNumber !== undefined && thoughtNumber > 1 && !sessionTitle?.trim();
}

/** The session of a thought without a handle, and what to send next time. */
function placeWarning({ opened, thought }: AppendResult): string {
  const id = JSON.stringify(thought.sessionId);
  return `No sessionId was sent: this thought ${opened ? "opened" : "continues"} session ${id}. Send sessionId: ${id} with the next thought.`;
}

/** A long name becomes its beginning and a hash, so that two long names stay different. */
export function shortName(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 12);
  return `${name.slice(0, MAX_NAME_CHARACTERS - 14).toWellFormed()}… ${hash}`;
}

/** A reference to a thought that is in no session of a caller without a handle: the error lists its sessions. */
async function refusedWhere(store: Store, { handle }: Author, { target }: Draft, error: unknown) {
  if (!("client" in target) || !(error instanceof Failure) || error.code !== "THOUGHT_NOT_FOUND")
    return error;
  const { number, field } = error.data as Failure<"THOUGHT_NOT_FOUND">["data"];
  const ids = await offeredIds(store, clientKey(handle)!);
  return new Failure("THOUGHT_NOT_FOUND", { number, field, existing: "", sessions: ids.join(", ") });
}

/** The error for an unknown session id. */
export function sessionNotFound(sessionId: string): Failure {
  return new Failure("SESSION_NOT_FOUND", {
    sessionId: sessionId.length > 80 ? `${sessionId.slice(0, 80).toWellFormed()}…` : sessionId.toWellFormed(),
  });
}
