import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { draftOf, open } from "../contract/fixture.ts";
import { openStore } from "../open.ts";
import { connect } from "./connect.ts";
import { createFeed } from "./feed.ts";

test("[F2] writes of another process while the feed is read are not skipped", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "clew.db");
  const writer = await openStore({ file });
  const db = await connect(file);
  await writer.openSession({ ...open, id: "s" });
  await writer.append(draftOf({ sessionId: "s" }, "first"));
  const other = await connect(file);
  const elsewhere = createFeed(other);
  // Between any two statements of one read, another process writes a thought and then changes a session.
  let isBetween = false;
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    return new Proxy(statement, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...given: never[]) => {
          const found = member.apply(target, given);
          if (isBetween && name === "all") {
            isBetween = false;
            other.exec("BEGIN IMMEDIATE");
            other
              .prepare(
                "INSERT INTO thought (position, id, session_id, seq, number, total, content, branch_id, mode, source, next_needed, created_at) SELECT max(position) + 1, 'late', 's', 2, 2, 2, 'late', branch_id, mode, source, 1, created_at FROM thought",
              )
              .run();
            elsewhere.noteSession("s");
            other.exec("COMMIT");
          }
          return found;
        };
      },
    });
  };
  const feed = createFeed(
    new Proxy(db, { get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name)) }),
  );
  isBetween = true;
  const seen: number[] = [];
  for (let after = 0; ; ) {
    const changes = feed.after(after, 500);
    if (changes.length === 0) break;
    seen.push(...changes.map(({ position }) => position));
    after = changes.at(-1)!.position;
  }
  expect(seen).toEqual(seen.map((_, index) => index + 1));
  expect(seen.length).toBeGreaterThanOrEqual(4);
  for (const one of [db, other]) one.close();
  await writer.close();
});
