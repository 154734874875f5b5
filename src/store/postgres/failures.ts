import { Failure, type FailureCode } from "../../ledger/index.ts";

/** PostgreSQL's error codes that the store tells apart. */
const UNIQUE_VIOLATION = "23505";
const REPEATABLE = ["40001", "40P01"];
/** The server ends, or is not ready: the connection is gone, and a later one may succeed. */
const GOING = ["57P01", "57P02", "57P03", "57P05", "25P03"];
/** Node's codes for a server that cannot be reached. */
const UNREACHABLE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/;
/** The words of `pg` for a connection that ended, which have no code. */
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
/** What is wrong and what to do, where that differs from a database file. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "25006":
    "it is read-only now: a standby, or default_transaction_read_only is on. Nothing was recorded; point DATABASE_URL at the primary, or wait for the failover.",
  "42501":
    "the role has too few rights. Nothing was recorded; restart Clew to see which, or grant them as the scale-out guide says.",
  "53300":
    "PostgreSQL has no free connection. Nothing was recorded; send the same call again. If this continues, raise max_connections (or the role's connection limit) or lower DATABASE_MAX_CONNECTIONS.",
  "54000":
    "PostgreSQL's queue of notifications is full. Nothing was recorded; send the same call again. If this continues, end the session that listens and has a transaction open.",
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
  ENOTFOUND: "the name of the PostgreSQL server is not known",
  ECONNREFUSED: "no PostgreSQL server answers there",
};

/** Codes with several meanings, and the words of the one that is meant here. */
const AMBIGUOUS: Readonly<Record<string, RegExp>> = {
  "54000": /NOTIFY queue/,
  "55000": /not currently accepting connections/,
};

/** Whether the connection broke, so that nobody knows what became of what was sent last. */
export function isBroken(error: unknown): boolean {
  const { code, message } = origin(error);
  if (GOING.includes(code) || code.startsWith("08") || UNREACHABLE.test(code)) return true;
  return code === "" && ENDED.test(message);
}

/** Whether a transaction lost against another one and may succeed when it is done again. */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.includes(origin(error).code);
}

/** Whether another row has the key. */
export function isTaken(error: unknown): boolean {
  return origin(error).code === UNIQUE_VIOLATION;
}

/** Whether the server has no connection to spare now, or is starting. */
export function isCrowded(error: unknown): boolean {
  return ["53300", "57P03"].includes(origin(error).code);
}

/** PostgreSQL's errors in the words of the ledger, which name neither host nor password; anything else as it is. */
export function translate(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { code, message } = origin(error);
  // That error holds the address, with the password.
  if (code === "ERR_INVALID_URL")
    return new Failure("STORE_UNREADABLE", { reason: "the address of the database makes no sense" });
  // Only files that the address names are opened here; that error holds their path.
  if ((error as NodeJS.ErrnoException | null)?.syscall === "open")
    return new Failure("STORE_UNREADABLE", {
      reason:
        "a certificate or key file that DATABASE_URL names (sslcert, sslkey, sslrootcert) cannot be read",
    });
  const words = AMBIGUOUS[code];
  if (words && !words.test(message)) return error;
  const cause = { cause: error };
  const known = CODES[code];
  const problem = PROBLEMS[code];
  if (known) return new Failure(known, (problem === undefined ? {} : { problem }) as never, cause);
  if (isRepeatable(error)) return new Failure("STORE_BUSY", {}, cause);
  const reason = REASONS[code] ?? (isBroken(error) ? "the connection to PostgreSQL broke" : undefined);
  return reason === undefined ? error : new Failure("STORE_UNREADABLE", { reason }, cause);
}

/** The error that came from the server or the socket, also when it was put into a failure since. */
function origin(error: unknown): { readonly code: string; readonly message: string } {
  const thrown = (error instanceof Failure ? error.cause : error) as Partial<NodeJS.ErrnoException> | null;
  // A host with several addresses is tried at each, and the errors come together.
  const first = thrown instanceof AggregateError ? (thrown.errors[0] as NodeJS.ErrnoException) : thrown;
  return { code: String(first?.code ?? ""), message: String(first?.message ?? "") };
}
