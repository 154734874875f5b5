// Plain JavaScript on purpose: stripping types at start would make the floors slower than they are.
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const config = { description: "Record a thought.", inputSchema: z.object({ thought: z.string() }) };

/**
 * The server factory of both floors: one tool that does nothing, or one synchronised insert when a database is named.
 * @param {string | undefined} databaseFile
 */
export function floorFactory(databaseFile) {
  const work = databaseFile === undefined ? () => {} : insertInto(databaseFile);
  return () => {
    const server = new McpServer({ name: "floor", version: "1.0.0" });
    server.registerTool("floor", config, ({ thought }) => {
      work(thought);
      return { content: [{ type: "text", text: "ok" }] };
    });
    return server;
  };
}

/** @param {string} file */
function insertInto(file) {
  // Not an import: floor 1 must not pay for loading SQLite.
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  database.exec("CREATE TABLE IF NOT EXISTS thought (id INTEGER PRIMARY KEY, content TEXT NOT NULL)");
  const insert = database.prepare("INSERT INTO thought (content) VALUES (?)");
  return (/** @type {string} */ thought) => void insert.run(thought);
}
