import { describe, expect, test } from "vitest";
import { describeTarget, ledgerTarget } from "./ledger-target.ts";
import { loadConfig } from "./load.ts";

const url = "postgres://clew:hunter2@db.example:5433/ledger?sslmode=require";
const targetOf = (env: Record<string, string>) =>
  ledgerTarget(loadConfig({}, env, {}), "/home/ada/.thoughtbox");

describe("where the ledger is", () => {
  test("[G4] it is a file in the data home unless a database is configured", () => {
    expect(targetOf({})).toEqual({ file: "/home/ada/.thoughtbox/clew.db" });
    expect(targetOf({ DATABASE_URL: url, DATABASE_MAX_CONNECTIONS: "7" })).toEqual({
      databaseUrl: url,
      maxConnections: 7,
    });
  });

  test("[G4] a database file takes precedence over DATABASE_URL, which other programs read too", () => {
    expect(targetOf({ DATABASE_URL: url, DATABASE_PATH: "/data/own.db" })).toEqual({ file: "/data/own.db" });
  });

  test("[G4] refuses the URL of another database and does not show it", () => {
    expect(() => targetOf({ DATABASE_URL: "mysql://root:hunter2@db/x" })).toThrow(
      /DATABASE_URL.*PostgreSQL/s,
    );
    expect(() => targetOf({ DATABASE_URL: "mysql://root:hunter2@db/x" })).not.toThrow(/hunter2/);
  });

  test("[G4] its description has no password and no query", () => {
    expect(describeTarget(targetOf({ DATABASE_URL: url }), "/home/ada")).toBe(
      "PostgreSQL db.example:5433/ledger",
    );
    expect(describeTarget(targetOf({}), "/home/ada")).toBe("~/.thoughtbox/clew.db");
  });
});
