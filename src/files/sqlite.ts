import type { DatabaseSync as Database } from "node:sqlite";

/** Node's SQLite database class. */
export type DatabaseSync = Database;

/** Node's SQLite database class, loaded without the warning that Node 22 prints for it. */
export const { DatabaseSync } = loadQuietly();

/** An `import` would load the module before any code could run, so it is loaded by call. Other warnings pass. */
function loadQuietly(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    const isExpected = rest[0] === "ExperimentalWarning" && String(warning).startsWith("SQLite ");
    if (!isExpected) Reflect.apply(emitWarning, process, [warning, ...rest]);
  }) as typeof emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
