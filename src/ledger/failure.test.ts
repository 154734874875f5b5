import { expect, test } from "vitest";
import { Failure, type FailureCode, failures } from "./failure.ts";

/** Sample data for each failure; a new code does not compile without a line here. */
const samples: { readonly [C in FailureCode]: Failure<C>["data"] } = {
  SESSION_NOT_FOUND: { sessionId: "gone" },
  SESSION_DELETED: { sessionId: "s" },
  HANDLE_REQUIRED: { operation: "navigate", argument: "sessionId", ids: "plan-2026-11-15" },
  THOUGHT_NOT_FOUND: { field: "revisesThought", number: 9, existing: "1-3" },
  THOUGHT_REQUIRED: {},
  THOUGHT_TOO_LARGE: { bytes: 2, limit: 1 },
  NUMBER_BELOW_ONE: { field: "thoughtNumber", value: 0 },
  MODEL_NOT_FOUND: { model: "six-whys", closest: "five-whys" },
  EXPORT_FAILED: { reason: "the disk is full" },
  INVALID_ARGUMENT: { problem: "Send a title." },
  STAGE_NOT_MET: { operation: "thought", stage: 0, needed: 2, next: "{}" },
  INVALID_OPERATION: { operation: "dance", known: "thought" },
  NO_ENGINE: {},
  ENGINE_UNAVAILABLE: { reason: "Anthropic cannot be reached." },
  ENGINE_TIMEOUT: { reason: "Anthropic did not answer within 30 s." },
  ENGINE_REFUSED: { reason: "Anthropic rejects the key in ANTHROPIC_API_KEY (401)." },
  CANCELLED: {},
  NOTEBOOK_NOT_FOUND: { notebookId: "nb-1" },
  CELL_NOT_FOUND: { cellId: "cell-9", existing: "cell-1, cell-2" },
  INVOCATION_NOT_FOUND: { id: "01936f" },
  VERSION_CONFLICT: { cellId: "cell-1", expected: 2, current: 3 },
  TITLE_CONFLICT: { notebookId: "nb-1", current: "Primes" },
  CONVERSATION_CONFLICT: { id: "agent-1", expected: 2, current: 4 },
  EXECUTION_FAILED: { reason: "Notebook cells cannot run on Windows. Everything else works." },
  NET_NOT_ALLOWED: { hosts: "api.example.com", allowed: "" },
  INSTALL_FAILED: { reason: "the registry cannot be reached. Send the same call again when it can." },
  ROOT_NOT_ALLOWED: { problem: "rootUri names no existing folder." },
  NO_WORKER: { task: "notebook.run" },
  JOB_LOST: { attempts: 3 },
  NOT_CONFIGURED: { what: "Ranges need a Prometheus.", settings: "PROMETHEUS_URL" },
  PROMETHEUS_FAILED: { reason: "ECONNREFUSED" },
  STORE_BUSY: {},
  STORE_FULL: {},
  STORE_READ_ONLY: {},
  STORE_CORRUPT: {},
  STORE_UNREADABLE: {},
  STORE_MOVED: {},
  STORE_TOO_NEW: { found: 2, known: 1 },
  COPY_REFUSED: { reason: "there is no ledger at a.db" },
  INTERNAL: {},
};
const codes = Object.keys(failures) as FailureCode[];

test.each(codes)("[A6] %s has a status, a cause and a message that names no path", (code) => {
  const failure = new Failure<FailureCode>(code, samples[code] as never, {
    cause: new Error("SQLITE_BUSY: /home/ann/.thoughtbox"),
  });
  expect(failures[code].status).toBeGreaterThanOrEqual(400);
  expect(failures[code].status).toBeLessThan(600);
  expect(failures[code].cause).toMatch(/^[A-Z].*\.$/);
  expect(failure.message).toMatch(/^\S.*\.$/);
  expect(failure.message).not.toMatch(/(^|[\s'"`(])(~|[A-Za-z]:|\.{0,2})[/\\]/);
  expect(failure).toMatchObject({ name: "Failure", code, data: samples[code] });
});

test("[A6] the table has the seeds' codes, and their messages say what to send instead", () => {
  const session = new Failure("SESSION_NOT_FOUND", samples.SESSION_NOT_FOUND);
  expect(session.message).toContain("'gone'");
  expect(session.message).toContain("Leave sessionId out");
  const thought = new Failure("THOUGHT_NOT_FOUND", samples.THOUGHT_NOT_FOUND);
  expect(thought.message).toContain("no thought 9");
  expect(thought.message).toContain("1-3");
});

test("[A6] without an engine, the message mentions a local model, which needs an address but no key", () => {
  const { message } = new Failure("NO_ENGINE", {});
  expect(message).toContain("OPENAI_BASE_URL for a local model that needs no key");
  expect(message).not.toContain("OPENAI_BASE_URL and OPENAI_API_KEY");
});
