/** Applies migrations to a file on command. Its only argument is a `MigratorOrder`. */
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import type { MigratorOrder } from "../run-migrators.ts";

const { file, migrations }: MigratorOrder = JSON.parse(process.argv[2]!);
const db = new DatabaseSync(file, { timeout: 20_000 });
console.log("ready");
process.stdin.once("data", () => {
  migrate(db, migrations);
  db.close();
  process.exit();
});
