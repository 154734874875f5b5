import { describe, expect, test } from "vitest";
import { ledgerPlace, shownPlace } from "./ledger-place.ts";
import { loadConfig } from "./load.ts";

const url = "postgres://clew:hunter2@db.example:5433/ledger?sslmode=require";
const placeOf = (env: Record<string, string>) =>
  ledgerPlace(loadConfig({}, env, {}), "/home/ada/.thoughtbox");

describe("location of the ledger", () => {
  test("[G4] a file in the data home unless a database is named", () => {
    expect(placeOf({})).toEqual({ file: "/home/ada/.thoughtbox/clew.db" });
    expect(placeOf({ DATABASE_URL: url, DATABASE_MAX_CONNECTIONS: "7" })).toEqual({
      databaseUrl: url,
      maxConnections: 7,
    });
  });

  test("[G4] an explicit file takes precedence over DATABASE_URL", () => {
    expect(placeOf({ DATABASE_URL: url, DATABASE_PATH: "/data/own.db" })).toEqual({ file: "/data/own.db" });
  });

  test("[G4] an address that is not a PostgreSQL URL is refused and not shown", () => {
    expect(() => placeOf({ DATABASE_URL: "mysql://root:hunter2@db/x" })).toThrow(/DATABASE_URL.*PostgreSQL/s);
    expect(() => placeOf({ DATABASE_URL: "mysql://root:hunter2@db/x" })).not.toThrow(/hunter2/);
  });

  test("[G4] the shown address has no password and no query", () => {
    expect(shownPlace(placeOf({ DATABASE_URL: url }), "/home/ada")).toBe("PostgreSQL db.example:5433/ledger");
    expect(shownPlace(placeOf({}), "/home/ada")).toBe("~/.thoughtbox/clew.db");
  });
});
