import { expect, test } from "vitest";
import { Failure, type FailureCode } from "../../ledger/index.ts";
import { isBroken, isRepeatable, isTaken, translate } from "./failures.ts";

const errorOf = (code: string, message = "x") => Object.assign(new Error(message), { code });

test.each<[string, FailureCode]>([
  ["53100", "STORE_FULL"],
  ["25006", "STORE_READ_ONLY"],
  ["42501", "STORE_READ_ONLY"],
  ["53300", "STORE_BUSY"],
  ["55P03", "STORE_BUSY"],
  ["57014", "STORE_BUSY"],
  ["40001", "STORE_BUSY"],
  ["40P01", "STORE_BUSY"],
  ["XX001", "STORE_CORRUPT"],
  ["28P01", "STORE_UNREADABLE"],
  ["3D000", "STORE_UNREADABLE"],
  ["58030", "STORE_UNREADABLE"],
  ["57P01", "STORE_UNREADABLE"],
  ["08006", "STORE_UNREADABLE"],
  ["ECONNREFUSED", "STORE_UNREADABLE"],
  ["ECONNRESET", "STORE_UNREADABLE"],
  ["ENOTFOUND", "STORE_UNREADABLE"],
  ["42P01", "STORE_UNREADABLE"],
  ["3F000", "STORE_UNREADABLE"],
])("[PG10] PostgreSQL's %s is %s", (code, failure) => {
  const error = errorOf(code);
  expect(translate(error)).toMatchObject({ code: failure, cause: error });
});

test("[PG10] returns unknown errors and failures unchanged", () => {
  for (const error of [errorOf("42601"), new TypeError("a fault"), new Failure("CANCELLED", {})])
    expect(translate(error)).toBe(error);
});

test.each([
  ["53300", "sorry, too many clients already", "STORE_BUSY", /max_connections.*DATABASE_MAX_CONNECTIONS/],
  ["57014", "canceling statement due to statement timeout", "STORE_BUSY", /statement_timeout/],
  ["54000", "too many notifications in the NOTIFY queue", "STORE_BUSY", /notification queue/],
  [
    "25006",
    "cannot execute INSERT in a read-only transaction",
    "STORE_READ_ONLY",
    /default_transaction_read_only/,
  ],
  [
    "55000",
    'database "x" is not currently accepting connections',
    "STORE_UNREADABLE",
    /does not accept connections/,
  ],
  ["42P01", 'relation "clew.thought" does not exist', "STORE_UNREADABLE", /tables of the ledger are missing/],
])(
  "[PG51] the failure for PostgreSQL's %s names the cause and the setting",
  (code, message, failure, words) => {
    expect(translate(errorOf(code, message))).toMatchObject({
      code: failure,
      message: expect.stringMatching(words),
    });
  },
);

test("[PG51] returns other errors with an ambiguous code unchanged", () => {
  for (const code of ["54000", "55000"]) {
    const error = errorOf(code, "index row size exceeds the maximum");
    expect(translate(error)).toBe(error);
  }
});

test("[PG10] recognizes an error inside a failure, and that of a host with several addresses", () => {
  expect(isBroken(translate(errorOf("57P01")))).toBe(true);
  expect(isBroken(new AggregateError([errorOf("ECONNREFUSED")]))).toBe(true);
  expect(isBroken(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isBroken(errorOf("23505"))).toBe(false);
  expect(isRepeatable(translate(errorOf("40P01")))).toBe(true);
  expect(isTaken(errorOf("23505"))).toBe(true);
});
