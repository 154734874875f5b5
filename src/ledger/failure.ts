/** What each failure means to a caller: its HTTP status, whether a retry may succeed, and its message. */
interface FailureKind<D> {
  readonly status: number;
  readonly retry: boolean;
  readonly message: (data: D) => string;
  readonly cause: string;
}

const kind = <D>(of: FailureKind<D>): FailureKind<D> => of;

/** The closed table of failures. Every message says what to do next. */
export const failures = {
  SESSION_NOT_FOUND: kind<{ sessionId?: string }>({
    status: 404,
    retry: false,
    cause: "The session id is unknown, or none was sent and the caller has no session.",
    message: ({ sessionId }) =>
      sessionId === undefined
        ? "You have no session here. Send the sessionId of an earlier answer, or record a thought first."
        : `No session '${sessionId}'. Leave sessionId out to open a new session, or send the sessionId of an earlier answer.`,
  }),
  SESSION_DELETED: kind<{ sessionId?: string }>({
    status: 410,
    retry: false,
    cause: "Somebody deleted the session.",
    message: ({ sessionId }) =>
      `${sessionId === undefined ? "The session of this call" : `Session '${sessionId}'`} was deleted and cannot be opened again. Leave sessionId out to open a new session.`,
  }),
  HANDLE_REQUIRED: kind<{ operation: string; argument: "sessionId" | "notebookId"; ids: string }>({
    status: 400,
    retry: false,
    cause:
      "The call needs an existing session or notebook but names none, and the client has no connection of its own.",
    message: ({ operation, argument, ids }) =>
      `${operation} needs \`${argument}\`: this connection does not remember what you used before. ${ids ? `Send one of those you opened as ${argument}: ${ids}.` : `You have opened nothing yet: ${argument === "sessionId" ? "open a session with start_new or record a thought first" : "create a notebook first"}, then send its ${argument}.`}`,
  }),
  THOUGHT_NOT_FOUND: kind<{ number: number; field: string; existing: string; sessions?: string }>({
    status: 404,
    retry: false,
    cause: "A branch or revision points at a thought that does not exist.",
    message: ({ number, field, existing, sessions }) =>
      sessions
        ? `${field}: no sessionId was sent, and thought ${number} does not identify a session. Send one of those you opened as sessionId: ${sessions}.`
        : `${field}: there is no thought ${number} in this session. ${existing ? `Thoughts that exist: ${existing}. Send one of these` : "It has no thoughts yet: record one first"}, or leave ${field} out.`,
  }),
  THOUGHT_REQUIRED: kind<Record<never, never>>({
    status: 400,
    retry: false,
    cause: "The thought is missing, blank or not a text.",
    message: () => "'thought' is required: send the text of one reasoning step.",
  }),
  THOUGHT_TOO_LARGE: kind<{ bytes: number; limit: number }>({
    status: 413,
    retry: false,
    cause: "The thought is larger than the limit.",
    message: ({ bytes, limit }) =>
      `This thought has ${bytes} bytes; the limit is ${limit}. Split it into several thoughts, or refer to a file that contains the material.`,
  }),
  NUMBER_BELOW_ONE: kind<{ field: string; value: number }>({
    status: 400,
    retry: false,
    cause: "A thought number is below 1.",
    message: ({ field, value }) =>
      `${field} is ${value}, but thoughts are numbered from 1. Send 1 or more, or leave ${field} out.`,
  }),
  INVALID_ARGUMENT: kind<{ problem: string }>({
    status: 400,
    retry: false,
    cause: "A required argument is missing or invalid.",
    message: ({ problem }) => problem,
  }),
  MODEL_NOT_FOUND: kind<{ model: string; closest?: string | undefined }>({
    status: 404,
    retry: false,
    cause: "No mental model has that name.",
    message: ({ model, closest }) =>
      `No mental model '${model}'.${closest === undefined ? "" : ` Did you mean '${closest}'?`} list_models shows all of them.`,
  }),
  NOTEBOOK_NOT_FOUND: kind<{ notebookId?: string }>({
    status: 404,
    retry: false,
    cause: "The notebook id is unknown, or none was sent and the caller has used none.",
    message: ({ notebookId }) =>
      notebookId === undefined
        ? "You have no notebook here. Create one, or send the notebookId of an earlier answer; list shows them."
        : `No notebook '${notebookId}'. list shows the notebooks there are; create makes a new one.`,
  }),
  CELL_NOT_FOUND: kind<{ cellId: string; existing: string }>({
    status: 404,
    retry: false,
    cause: "The notebook has no such cell.",
    message: ({ cellId, existing }) =>
      `No cell '${cellId}' in this notebook. ${existing ? `Cells that exist: ${existing}.` : "It has no cells yet: add one first."}`,
  }),
  INVOCATION_NOT_FOUND: kind<{ id: string }>({
    status: 404,
    retry: false,
    cause: "No invocation with that id is stored.",
    message: ({ id }) => `No invocation '${id}'. Old invocations are deleted: list them to see which exist.`,
  }),
  VERSION_CONFLICT: kind<{ cellId: string; expected: number; current: number }>({
    status: 409,
    retry: false,
    cause: "Somebody else changed the cell since the caller read it.",
    message: ({ cellId, expected, current }) =>
      `Cell '${cellId}' is at version ${current}, but you sent version ${expected}. Nothing was changed: read it with get_cell, merge both changes and send expectedVersion ${current}.`,
  }),
  TITLE_CONFLICT: kind<{ notebookId: string; current: string }>({
    status: 409,
    retry: false,
    cause: "Somebody else gave the notebook another title since the caller read it.",
    message: ({ notebookId, current }) =>
      `Notebook '${notebookId}' now has the title '${current}'. Nothing was changed: read it again and send its current title as expectedTitle.`,
  }),
  CONVERSATION_CONFLICT: kind<{ id: string; expected: number; current: number }>({
    status: 409,
    retry: false,
    cause: "Another process has written to the conversation since this one read it.",
    message: ({ id, expected, current }) =>
      `Conversation '${id}' has ${current} messages but this process has seen ${expected}: another process continued it. Nothing was written. Resume it to continue.`,
  }),
  EXECUTION_FAILED: kind<{ reason: string }>({
    status: 422,
    retry: false,
    cause: "A code cell failed, or cannot run at all.",
    message: ({ reason }) => reason,
  }),
  NET_NOT_ALLOWED: kind<{ hosts: string; allowed: string }>({
    status: 403,
    retry: false,
    cause: "A notebook asked for a network that the operator's configuration does not permit.",
    message: ({ hosts, allowed }) =>
      `Cells may not connect to ${hosts}. ${allowed ? `The operator permits: ${allowed}.` : "The operator permits no network access (CLEW_NOTEBOOK_ALLOW_NET)."} Leave allowNet out to continue without.`,
  }),
  INSTALL_FAILED: kind<{ reason: string }>({
    status: 424,
    retry: true,
    cause: "Packages could not be installed in the notebook's folder.",
    message: ({ reason }) => `Nothing was installed: ${reason}`,
  }),
  STAGE_NOT_MET: kind<{ operation: string; stage: number; needed: number; next: string }>({
    status: 409,
    retry: false,
    cause: "The session has not reached the stage that the operation needs.",
    message: ({ operation, stage, needed, next }) =>
      `Operation '${operation}' requires Stage ${needed}. Current stage: ${stage}. Call this tool next with ${next}, then repeat this call.`,
  }),
  INVALID_OPERATION: kind<{ operation: string; known: string }>({
    status: 400,
    retry: false,
    cause: "The tool has no operation of that name.",
    message: ({ operation, known }) => `There is no operation '${operation}'. Send one of: ${known}.`,
  }),
  ROOT_NOT_ALLOWED: kind<{ problem: string }>({
    status: 400,
    retry: false,
    cause: "The folder cannot be bound as a root.",
    message: ({ problem }) => problem,
  }),
  EXPORT_FAILED: kind<{ reason: string }>({
    status: 400,
    retry: false,
    cause: "The export could not be written to its destination, or is too long.",
    message: ({ reason }) =>
      `Nothing was exported: ${reason}. Leave the destination out to export to the data home, or send a writable one in the data home or the bound root.`,
  }),
  NO_ENGINE: kind<{ wanted?: string }>({
    status: 503,
    retry: false,
    cause: "The call needs a model, and no engine is configured.",
    message: ({ wanted }) =>
      `${wanted ?? "This needs a model, and no engine is configured."} For the server, set LANGBASE_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, or OPENAI_BASE_URL for a local model that needs no key; or use a client that lends its own model (sampling). Everything that needs no model works.`,
  }),
  ENGINE_UNAVAILABLE: kind<{ reason: string; engine?: string }>({
    status: 503,
    retry: true,
    cause: "The engine was unreachable or failing after all retries.",
    message: ({ reason }) => `${reason} Send the same call again later.`,
  }),
  ENGINE_TIMEOUT: kind<{ reason: string }>({
    status: 504,
    retry: true,
    cause: "The engine did not answer in time.",
    message: ({ reason }) => `${reason} Send the same call again, or raise REQUEST_TIMEOUT_MS.`,
  }),
  ENGINE_REFUSED: kind<{ reason: string }>({
    status: 502,
    retry: false,
    cause: "The engine refused the request: the key, the model or the content.",
    message: ({ reason }) => `${reason} The same call will fail again until this is fixed.`,
  }),
  CANCELLED: kind<Record<never, never>>({
    status: 499,
    retry: true,
    cause: "The caller ended the call before it was done.",
    message: () => "The call was cancelled. Nothing more was recorded; send it again to start over.",
  }),
  NO_WORKER: kind<{ task: string }>({
    status: 503,
    retry: true,
    cause: "The call needs a worker, and none that does such work is running.",
    message: ({ task }) =>
      `No worker is running for this task (${task}). Start \`clew worker\` on the same database, or set CLEW_WORK=on for a server, then send the same call again.`,
  }),
  JOB_LOST: kind<{ attempts: number }>({
    status: 503,
    retry: true,
    cause: "Every worker that took the job died while running it.",
    message: ({ attempts }) =>
      `The worker died while running this, ${attempts} times, so it is not retried. What was recorded before stays. Check the workers' logs before you send the same call again.`,
  }),
  NOT_CONFIGURED: kind<{ what: string; settings: string }>({
    status: 501,
    retry: false,
    cause: "The call needs another server, and its address is not configured.",
    message: ({ what, settings }) => `${what} Set ${settings} for the server.`,
  }),
  PROMETHEUS_FAILED: kind<{ reason: string }>({
    status: 502,
    retry: true,
    cause: "The Prometheus at PROMETHEUS_URL was unreachable or sent an invalid answer.",
    message: ({ reason }) =>
      `Prometheus did not answer (${reason}). Send the same call again later; the operation health shows whether it is up.`,
  }),
  STORE_BUSY: kind<{ problem?: string }>({
    status: 503,
    retry: true,
    cause:
      "Other processes kept the database locked for too long, or the database server has no free connection or cancelled a statement.",
    message: ({ problem }) =>
      problem === undefined
        ? "The ledger is busy: other processes are writing to it. Nothing was recorded; send the same call again."
        : `The ledger's database is busy: ${problem}`,
  }),
  STORE_FULL: kind<Record<never, never>>({
    status: 507,
    retry: true,
    cause: "The disk, or the quota, that holds the database is full.",
    message: () =>
      "The ledger's disk is full or at its quota. Nothing was recorded; free some space and send the same call again.",
  }),
  STORE_READ_ONLY: kind<{ problem?: string }>({
    status: 503,
    retry: false,
    cause: "The database file, its folder or the database server does not allow writing.",
    message: ({ problem }) =>
      problem === undefined
        ? "The ledger cannot be written: its file or folder is read-only. Nothing was recorded; give the server write access, or point CLEW_HOME at a folder it may write."
        : `The ledger's database cannot be written: ${problem}`,
  }),
  STORE_CORRUPT: kind<{ problem?: string }>({
    status: 500,
    retry: false,
    cause: "The database is damaged, or is not a Clew database.",
    message: ({ problem }) =>
      problem === undefined
        ? "The ledger's file is damaged or is not a Clew database. Nothing was changed; run `clew doctor`, then restore a backup or point CLEW_HOME elsewhere."
        : `The ledger's database cannot be used: ${problem}`,
  }),
  STORE_UNREADABLE: kind<{ reason?: string }>({
    status: 503,
    retry: true,
    cause:
      "The disk reported an error, the database file cannot be opened, or the database server cannot be reached.",
    message: ({ reason }) =>
      reason === undefined
        ? "The ledger's file cannot be opened or its disk reported an error. Nothing was recorded; run `clew doctor` to see why."
        : `The ledger cannot be reached: ${reason}. Run \`clew doctor\` to see more, then send the same call again.`,
  }),
  STORE_MOVED: kind<Record<never, never>>({
    status: 503,
    retry: true,
    cause:
      "The database file was deleted, moved or replaced while the server had it open, or only its log is left.",
    message: () =>
      "The ledger's database file was deleted, moved or replaced while it was in use, so nothing can be recorded or read. Put the file back and send the same call again, or restart the server to use the file that is there now.",
  }),
  STORE_TOO_NEW: kind<{ found: number; known: number }>({
    status: 500,
    retry: false,
    cause: "The database was written by a newer Clew.",
    message: ({ found, known }) =>
      `The ledger has schema version ${found}, made by a newer Clew; this one knows version ${known}. Nothing was changed; upgrade Clew, or point CLEW_HOME elsewhere.`,
  }),
  COPY_REFUSED: kind<{ reason: string }>({
    status: 409,
    retry: false,
    cause: "A ledger cannot be copied from or to the given place (`clew migrate`, `clew backup`).",
    message: ({ reason }) => `Nothing was copied: ${reason}.`,
  }),
  INTERNAL: kind<Record<never, never>>({
    status: 500,
    retry: false,
    cause: "A bug in Clew; the log has the cause.",
    message: () =>
      "Something went wrong inside Clew. The server's log says what; sending the same call again may work.",
  }),
};

/** The code of a failure. */
export type FailureCode = keyof typeof failures;
type DataOf<C extends FailureCode> = (typeof failures)[C] extends FailureKind<infer D> ? D : never;

/** An expected failure: a code of the table, with a message that says what to do. */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  override readonly name = "Failure";
  readonly code: C;
  readonly data: DataOf<C>;
  constructor(code: C, data: DataOf<C>, options?: ErrorOptions) {
    super((failures[code] as FailureKind<DataOf<C>>).message(data), options);
    this.code = code;
    this.data = data;
  }
}

/** Whether an operator has to act: a bug in Clew or a failing store. Everything else is the caller's mistake. */
export function concernsOperator(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === "INTERNAL" || error.code.startsWith("STORE_");
}
