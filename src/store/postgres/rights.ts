import { Failure } from "../../ledger/index.ts";
import type { Queryable } from "./database.ts";

/** Clew's tables, and those of its job queue. */
const SCHEMAS = ["clew", "graphile_worker"];

/** Refuses a role that may not do what Clew needs, with the statements that grant it. */
export async function checkRights(db: Queryable): Promise<void> {
  const [row] = await db.query(RIGHTS, [SCHEMAS]);
  const { role, plain_role: plainRole, database, may_create: mayCreate, missing, closed } = row!;
  const statements: string[] = [];
  if ((missing as readonly string[]).length > 0 && !mayCreate)
    statements.push(`GRANT CREATE ON DATABASE ${database} TO ${role}`);
  for (const schema of closed as readonly string[])
    statements.push(
      `GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      `GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    );
  if (statements.length === 0) return;
  throw new Failure("STORE_READ_ONLY", {
    problem: `the role ${plainRole} has too few rights. As an administrator of the database, run: ${statements.join("; ")};`,
  });
}

const RIGHTS = `
  WITH ours AS (SELECT n.oid, n.nspname FROM pg_namespace n WHERE n.nspname = ANY($1::text[]))
  SELECT quote_ident(current_user) AS role, current_user::text AS plain_role,
    quote_ident(current_database()) AS database,
    has_database_privilege(current_database(), 'CREATE') AS may_create,
    ARRAY(SELECT name FROM unnest($1::text[]) AS name WHERE name NOT IN (SELECT nspname FROM ours)) AS missing,
    ARRAY(
      SELECT quote_ident(nspname) FROM ours WHERE NOT has_schema_privilege(ours.oid, 'USAGE') OR EXISTS (
        SELECT 1 FROM pg_class c WHERE c.relnamespace = ours.oid AND CASE
          WHEN c.relkind IN ('r', 'p') THEN NOT (has_table_privilege(c.oid, 'SELECT')
            AND has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE')
            AND has_table_privilege(c.oid, 'DELETE'))
          WHEN c.relkind = 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE')
          ELSE false END)
      ORDER BY 1
    ) AS closed`;
