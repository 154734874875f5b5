import { describe, expect, test } from "vitest";
import { checkFeed } from "./check-feed.ts";
import { checkLists } from "./check-lists.ts";
import { check, type StoredThought } from "./checker.ts";
import { createJournal } from "./journal.ts";

const none = { lost: [], doubled: [], misplaced: [] };

/** Three acknowledged thoughts of Ann, one of Bob, one without an answer, and the ledger that fits them. */
function sound() {
  const journal = createJournal();
  const thoughts: StoredThought[] = [];
  const record = (owner: string, seq: number, isAnswered = true) => {
    const attempt = journal.begin(owner, "text", `key-${owner}-${seq}`);
    if (isAnswered) journal.acknowledge(attempt, { sessionId: owner, seq, number: seq });
    thoughts.push({ sessionId: owner, seq, number: seq, content: attempt.content });
    return attempt;
  };
  for (const seq of [1, 2, 3]) record("ann", seq);
  record("bob", 1);
  record("bob", 2, false);
  const cell = { notebookId: "n", cellId: "c", content: "1" };
  journal.addCell(cell);
  return { journal, thoughts, cells: [cell] };
}

describe("the checker", () => {
  test("[TO2] accepts a ledger that has every acknowledged thought once, in its place", () => {
    const { journal, thoughts, cells } = sound();
    expect(check(journal, { thoughts, cells })).toEqual(none);
    // Without an answer, a thought may be stored or not.
    expect(check(journal, { thoughts: thoughts.slice(0, 4), cells })).toEqual(none);
  });

  test("[TO2] finds a thought that was acknowledged and is not stored, or has another content", () => {
    const { journal, thoughts, cells } = sound();
    const missing = thoughts.filter(({ sessionId, seq }) => sessionId !== "ann" || seq !== 3);
    expect(check(journal, { thoughts: missing, cells }).lost).toHaveLength(1);
    const changed = thoughts.map((thought) => ({ ...thought, content: `${thought.content}!` }));
    expect(check(journal, { thoughts: changed, cells }).lost).toHaveLength(5);
    expect(check(journal, { thoughts, cells: [] }).lost).toHaveLength(1);
  });

  test("[TO2] finds a thought that is stored twice, acknowledged or not", () => {
    const { journal, thoughts, cells } = sound();
    for (const one of [thoughts[0]!, thoughts[4]!]) {
      const again = { ...one, seq: one.sessionId === "ann" ? 4 : 3 };
      expect(check(journal, { thoughts: [...thoughts, again], cells })).toMatchObject({
        lost: [],
        doubled: [expect.stringContaining("2 times")],
      });
    }
  });

  test("[TO2] finds a repeat with the same key that was answered differently", () => {
    const { journal, thoughts, cells } = sound();
    journal.acknowledge(journal.attempts[0]!, { sessionId: "ann", seq: 7, number: 7 });
    expect(check(journal, { thoughts, cells }).doubled).toHaveLength(1);
  });

  test("[TO2] finds a thought in the session of another client, also one without an answer", () => {
    const { journal, thoughts, cells } = sound();
    const moved = thoughts.with(4, { ...thoughts[4]!, sessionId: "ann", seq: 4 });
    expect(check(journal, { thoughts: moved, cells })).toMatchObject({
      lost: [],
      misplaced: [expect.stringContaining("a session of ann")],
    });
  });

  test("[TO2] finds another seq or number than acknowledged, and a gap in a session", () => {
    const { journal, thoughts, cells } = sound();
    const swapped = thoughts.with(0, { ...thoughts[0]!, seq: 2 }).with(1, { ...thoughts[1]!, seq: 1 });
    expect(check(journal, { thoughts: swapped, cells }).misplaced).toHaveLength(2);
    const renumbered = thoughts.with(0, { ...thoughts[0]!, number: 9 });
    expect(check(journal, { thoughts: renumbered, cells }).misplaced).toHaveLength(1);
    const torn = thoughts.with(4, { ...thoughts[4]!, seq: 3 });
    expect(check(journal, { thoughts: torn, cells }).misplaced).toEqual([
      "session bob has seq 3 where 2 is expected",
    ]);
  });
});

describe("feed and lists", () => {
  const thoughts = sound().thoughts;
  const seen = thoughts.map(({ sessionId, seq }, i) => ({ position: i + 1, sessionId, seq }));

  test("[TO3] a feed that shows each thought once and in order is accepted", () => {
    expect(checkFeed(seen, thoughts)).toEqual(none);
  });

  test("[TO3] a skipped, a repeated, an invented and a late change are found", () => {
    expect(checkFeed(seen.slice(1), thoughts).lost).toHaveLength(1);
    expect(checkFeed([...seen, { ...seen[4]!, position: 6 }], thoughts).doubled).toHaveLength(1);
    expect(checkFeed([...seen, { position: 6, sessionId: "x", seq: 1 }], thoughts).misplaced).toHaveLength(1);
    expect(checkFeed([...seen, { position: 3 }], thoughts).misplaced).toHaveLength(1);
    const late = seen.with(0, { ...seen[1]!, position: 1 }).with(1, { ...seen[0]!, position: 2 });
    expect(checkFeed(late, thoughts).misplaced).toHaveLength(1);
  });

  test("[TO3] a list that leaves a session out or counts it wrongly is found", () => {
    const listed = [
      { id: "ann", thoughtCount: 3 },
      { id: "bob", thoughtCount: 2 },
    ];
    expect(checkLists(listed, thoughts)).toEqual(none);
    expect(checkLists(listed.slice(1), thoughts).lost).toHaveLength(1);
    expect(checkLists(listed.with(0, { id: "ann", thoughtCount: 4 }), thoughts).misplaced).toHaveLength(1);
    expect(checkLists([...listed, listed[0]!], thoughts).doubled).toHaveLength(1);
  });

  test("[TO3] thoughts stored after the lists were read may be missing in lists and feed", () => {
    const [before, late] = [thoughts.slice(0, -1), thoughts.slice(-1)];
    const listed = [
      { id: "ann", thoughtCount: 3 },
      { id: "bob", thoughtCount: 1 },
    ];
    expect(late[0]!.sessionId).toBe("bob");
    expect(checkLists(listed, before, thoughts)).toEqual(none);
    expect(
      checkLists(listed.with(1, { id: "bob", thoughtCount: 0 }), before, thoughts).misplaced,
    ).toHaveLength(1);
    expect(checkFeed(seen.slice(0, -1), before, thoughts)).toEqual(none);
    expect(checkFeed(seen.slice(1), before, thoughts).lost).toHaveLength(1);
  });
});
