import type { SessionTexts } from "../../search/candidates.ts";
import type { Queryable } from "../database.ts";

/** The searchable texts of a session. */
export async function readSessionTexts(db: Queryable, id: string): Promise<SessionTexts> {
  const texts = await sessionTexts(db, [id]);
  return texts.get(id) ?? { title: "", project: "", tags: [] };
}

/** The texts of several sessions, by id. */
export async function sessionTexts(
  db: Queryable,
  ids: readonly unknown[],
): Promise<ReadonlyMap<unknown, SessionTexts>> {
  const rows = await db.query(
    "SELECT id, title, project, tags FROM clew.session WHERE id = ANY ($1::text[])",
    [ids],
  );
  return new Map(
    rows.map(({ id, title, project, tags }) => [
      id,
      { title: title as string, project: project as string, tags: tags as readonly string[] },
    ]),
  );
}
