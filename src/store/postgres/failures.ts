import { Failure, type FailureCode } from "../../ledger/index.ts";

const UNIQUE_VIOLATION = "23505";
const REPEATABLE = ["40001", "40P01"];
/** The server stops or is not ready: a later connection may succeed. */
const STOPPING = ["57P01", "57P02", "57P03", "57P05", "25P03"];
/** Node's codes for an unreachable server. */
const UNREACHABLE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** Messages of `pg` for an ended connection, which have no code. */
const ENDED =
  /connection (terminated|ended|timeout)|timeout (exceeded|expired)|read timeout|not queryable|server closed/i;

const CODES: Readonly<Record<string, FailureCode>> = {
  "25006": "STORE_READ_ONLY",
  "42501": "STORE_READ_ONLY",
  "53100": "STORE_FULL",
  "53200": "STORE_BUSY",
  "53300": "STORE_BUSY",
  "54000": "STORE_BUSY",
  "55P03": "STORE_BUSY",
  "57014": "STORE_BUSY",
  XX001: "STORE_CORRUPT",
  XX002: "STORE_CORRUPT",
};

const DAMAGED =
  "PostgreSQL reports damaged data. Nothing was changed; restore a backup, or point DATABASE_URL elsewhere.";
/** Messages that differ from those for a SQLite file. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "25006":
    "it is read-only now: a standby, or default_transaction_read_only is on. Nothing was recorded; point DATABASE_URL at the primary, or wait for the failover.",
  "42501":
    "the role has too few rights. Nothing was recorded; restart Clew to see which, or grant them as described in the scale-out guide.",
  "53300":
    "PostgreSQL has no free connection. Nothing was recorded; send the same call again. If this continues, raise max_connections (or the role's connection limit) or lower DATABASE_MAX_CONNECTIONS.",
  "54000":
    "PostgreSQL's notification queue is full. Nothing was recorded; send the same call again. If this continues, end the session that listens and has an open transaction.",
  "57014":
    "PostgreSQL cancelled a statement, because of statement_timeout or at an administrator's request. Nothing was recorded; send the same call again. If this continues, raise statement_timeout for Clew's role.",
  XX001: DAMAGED,
  XX002: DAMAGED,
};

const MISSING =
  "the tables of the ledger are missing: the database was dropped or replaced. Restore it, or restart Clew to start an empty ledger";
const REASONS: Readonly<Record<string, string>> = {
  "28P01": "PostgreSQL does not accept the user or the password",
  "28000": "PostgreSQL does not accept the user",
  "3D000": "PostgreSQL has no database of that name",
  "3F000": MISSING,
  "42P01": MISSING,
  "55000": "PostgreSQL does not accept connections to this database now",
  "58030": "PostgreSQL's disk reported an error",
  ENOTFOUND: "the host name of the PostgreSQL server is unknown",
  ECONNREFUSED: "no PostgreSQL server answers there",
};

/** Codes with several meanings, with the message of the one that is translated. */
const AMBIGUOUS: Readonly<Record<string, RegExp>> = {
  "54000": /NOTIFY queue/,
  "55000": /not currently accepting connections/,
};

/** Whether the connection broke, so that the outcome of the last statement is unknown. */
export function isBroken(error: unknown): boolean {
  const { code, message } = origin(error);
  if (STOPPING.includes(code) || code.startsWith("08") || UNREACHABLE.test(code)) return true;
  return code === "" && ENDED.test(message);
}

/** Whether a transaction failed because of another one and may succeed when repeated. */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.includes(origin(error).code);
}

/** Whether a row with the same key exists. */
export function isTaken(error: unknown): boolean {
  return origin(error).code === UNIQUE_VIOLATION;
}

/** Whether the server has no free connection, or is starting. */
export function isCrowded(error: unknown): boolean {
  return ["53300", "57P03"].includes(origin(error).code);
}

/** Translates PostgreSQL's errors to failures that contain neither host nor password; returns other errors as they are. */
export function translate(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { code, message } = origin(error);
  // The original error contains the URL with the password.
  if (code === "ERR_INVALID_URL")
    return new Failure("STORE_UNREADABLE", { reason: "DATABASE_URL is not a valid URL" });
  // The original error contains the path of a file that the URL names.
  if ((error as NodeJS.ErrnoException | null)?.syscall === "open")
    return new Failure("STORE_UNREADABLE", {
      reason: "a certificate or key file in DATABASE_URL (sslcert, sslkey, sslrootcert) cannot be read",
    });
  const expected = AMBIGUOUS[code];
  if (expected && !expected.test(message)) return error;
  const cause = { cause: error };
  const known = CODES[code];
  const problem = PROBLEMS[code];
  if (known) return new Failure(known, (problem === undefined ? {} : { problem }) as never, cause);
  if (isRepeatable(error)) return new Failure("STORE_BUSY", {}, cause);
  const reason = REASONS[code] ?? (isBroken(error) ? "the connection to PostgreSQL broke" : undefined);
  return reason === undefined ? error : new Failure("STORE_UNREADABLE", { reason }, cause);
}

/** The code and message of the server's or socket's error, which a failure may wrap. */
function origin(error: unknown): { readonly code: string; readonly message: string } {
  const thrown = (error instanceof Failure ? error.cause : error) as Partial<NodeJS.ErrnoException> | null;
  // For a host with several addresses, Node reports one error for each.
  const first = thrown instanceof AggregateError ? (thrown.errors[0] as NodeJS.ErrnoException) : thrown;
  return { code: String(first?.code ?? ""), message: String(first?.message ?? "") };
}
