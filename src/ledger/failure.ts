/** What each failure means to a caller: its HTTP status, whether the same call may succeed later, and its words. */
interface FailureKind<D> {
  readonly status: number;
  readonly retry: boolean;
  readonly message: (data: D) => string;
  readonly cause: string;
}

const kind = <D>(of: FailureKind<D>): FailureKind<D> => of;

/** The closed table of failures. Every message says what to send instead. */
export const failures = {
  SESSION_NOT_FOUND: kind<{ sessionId?: string }>({
    status: 404,
    retry: false,
    cause: "The session id names no session, or none was given and the caller has none.",
    message: ({ sessionId }) =>
      sessionId === undefined
        ? "You have no session here. Send the sessionId of an earlier answer, or record a thought first."
        : `No session '${sessionId}'. Leave sessionId out to open a new session, or send the sessionId of an earlier answer.`,
  }),
  HANDLE_REQUIRED: kind<{ operation: string; argument: "sessionId" | "notebookId"; ids: string }>({
    status: 400,
    retry: false,
    cause:
      "The call acts on an existing session or notebook, names none, and the client has no connection of its own.",
    message: ({ operation, argument, ids }) =>
      `${operation} needs \`${argument}\`: this connection does not remember what you used before. ${ids ? `Send one of those you opened as ${argument}: ${ids}.` : `Nothing was opened by you yet: ${argument === "sessionId" ? "open a session with start_new or record a thought first" : "create a notebook first"}, then send its ${argument}.`}`,
  }),
  THOUGHT_NOT_FOUND: kind<{ number: number; field: string; existing: string; sessions?: string }>({
    status: 404,
    retry: false,
    cause: "A branch or revision points at a thought that does not exist.",
    message: ({ number, field, existing, sessions }) =>
      sessions
        ? `${field}: no sessionId was sent, and thought ${number} does not tell which session you mean. Send one of those you opened as sessionId: ${sessions}.`
        : `${field}: there is no thought ${number} in this session. ${existing ? `Thoughts that exist: ${existing}. Send one of these` : "It has no thoughts yet: record one first"}, or leave ${field} out.`,
  }),
  THOUGHT_REQUIRED: kind<Record<never, never>>({
    status: 400,
    retry: false,
    cause: "The thought is missing, empty, blank or no text.",
    message: () => "'thought' is required: send the text of one reasoning step.",
  }),
  THOUGHT_TOO_LARGE: kind<{ bytes: number; limit: number }>({
    status: 413,
    retry: false,
    cause: "One thought is larger than the ledger takes.",
    message: ({ bytes, limit }) =>
      `This thought has ${bytes} bytes; at most ${limit} fit. Split it into several thoughts, or name a file that holds the material.`,
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
    cause: "An argument that the call cannot do without is missing or makes no sense.",
    message: ({ problem }) => problem,
  }),
  MODEL_NOT_FOUND: kind<{ model: string; closest: string }>({
    status: 404,
    retry: false,
    cause: "No mental model has that name.",
    message: ({ model, closest }) =>
      `No mental model '${model}'. Did you mean '${closest}'? list_models shows all of them.`,
  }),
  NOTEBOOK_NOT_FOUND: kind<{ notebookId?: string }>({
    status: 404,
    retry: false,
    cause: "The notebook id names no notebook, or none was given and the caller has used none.",
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
    cause: "No call with that id is kept.",
    message: ({ id }) =>
      `No invocation '${id}' is kept. Ask for the list: old ones are dropped, and their ids with them.`,
  }),
  VERSION_CONFLICT: kind<{ cellId: string; expected: number; current: number }>({
    status: 409,
    retry: false,
    cause: "Somebody else changed the cell since the caller read it.",
    message: ({ cellId, expected, current }) =>
      `Cell '${cellId}' is at version ${current}, and you changed version ${expected}. Nothing was changed: read it with get_cell, bring both together and send expectedVersion ${current}.`,
  }),
  TITLE_CONFLICT: kind<{ notebookId: string; current: string }>({
    status: 409,
    retry: false,
    cause: "Somebody else gave the notebook another title since the caller read it.",
    message: ({ notebookId, current }) =>
      `Notebook '${notebookId}' has another title by now: '${current}'. Nothing was changed: read it again, and send the title that it has as expectedTitle.`,
  }),
  CONVERSATION_CONFLICT: kind<{ id: string; expected: number; current: number }>({
    status: 409,
    retry: false,
    cause: "Another program has written to the conversation since this one read it.",
    message: ({ id, expected, current }) =>
      `The conversation '${id}' has ${current} messages, and this program knows ${expected}: another one has gone on with it. Nothing was written; resume it to go on from there.`,
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
      `Cells may not talk to ${hosts} here. ${allowed ? `The operator permits: ${allowed}.` : "The operator permits no network; CLEW_NOTEBOOK_ALLOW_NET would."} Leave allowNet out to go on without.`,
  }),
  INSTALL_FAILED: kind<{ reason: string }>({
    status: 424,
    retry: true,
    cause: "Packages could not be put into the notebook's folder.",
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
    cause: "No operation of that name exists at this source.",
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
    cause: "The export could not be written where it was to go, or would be too long.",
    message: ({ reason }) =>
      `Nothing was exported: ${reason}. Leave the place out to export into the data home, or name one in it, or in the bound root, that can be written.`,
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
    cause: "The engine could not be reached, or is in trouble, after all retries.",
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
    cause: "The engine refused the request: the key, the model, or what was asked.",
    message: ({ reason }) => `${reason} The same call will fail again until that is put right.`,
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
    cause: "The call is work for a worker, and none that does such work is there.",
    message: ({ task }) =>
      `Nobody is there to do this (${task}): the servers leave such work to workers, and none is running. Start \`clew worker\` on the same database, or set CLEW_WORK=on for a server; then send the same call again.`,
  }),
  JOB_LOST: kind<{ attempts: number }>({
    status: 503,
    retry: true,
    cause: "Every worker that took the work died while it was at it.",
    message: ({ attempts }) =>
      `The worker died while it was at this, ${attempts} times: it is not tried again by itself. What was recorded before stays; see the workers' logs before you send the same call again.`,
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
    cause: "The Prometheus at PROMETHEUS_URL could not be reached or did not answer as one.",
    message: ({ reason }) =>
      `Prometheus gave no answer (${reason}). Send the same call again later; the operation health tells whether it is up.`,
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
    cause: "The database file, its folder or the database server refuses to be written.",
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
  INTERNAL: kind<Record<never, never>>({
    status: 500,
    retry: false,
    cause: "A fault in Clew itself; the log has the cause.",
    message: () =>
      "Something went wrong inside Clew. The server's log says what; sending the same call again may work.",
  }),
};

/** The code of a failure. */
export type FailureCode = keyof typeof failures;
type DataOf<C extends FailureCode> = (typeof failures)[C] extends FailureKind<infer D> ? D : never;

/** An expected refusal: a code of the table, with the words that tell the caller what to do. */
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

/** Whether an operator has to look at an error: a fault in Clew or a store that fails. The rest are callers' mistakes. */
export function concernsOperator(error: unknown): boolean {
  return !(error instanceof Failure) || error.code === "INTERNAL" || error.code.startsWith("STORE_");
}
