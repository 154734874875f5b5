import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSafeId, sessionIdFor, slugFor, timeOrderedId, titleFrom, untitledId } from "./id.ts";

/** Any text at all, halves of surrogate pairs included. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
);
const today = Date.UTC(2026, 10, 15);

describe("time-ordered ids", () => {
  test("[I1] an id is a UUIDv7 and the order of ids as text is the order of their times", () => {
    const moment = fc.tuple(fc.integer({ min: 0, max: 2 ** 48 - 1 }), fc.uuid({ version: 4 }));
    fc.assert(
      fc.property(moment, moment, ([early, noise], [late, otherNoise]) => {
        const id = timeOrderedId(early, noise);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(early);
        if (early !== late) expect(id < timeOrderedId(late, otherNoise)).toBe(early < late);
      }),
    );
  });

  test("[I1] ids of the same millisecond differ", () => {
    expect(new Set(Array.from({ length: 10_000 }, () => timeOrderedId(today))).size).toBe(10_000);
  });
});

test("[L1] an id for a session without a title has no words", () => {
  expect(untitledId(Date.parse("2026-11-15T10:00:00Z"), 0.5)).toBe("session-2026-11-15-500000");
});

describe("safe ids", () => {
  test.each([
    "a",
    "_default",
    "wf_1.a-B",
    "investigate-memory-leak-2026-11-15-2",
    "x".repeat(128),
    "console",
  ])("[I2] %s is safe", (id) => {
    expect(isSafeId(id)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["the folder itself", "."],
    ["the folder above", ".."],
    ["a hidden file", ".hidden"],
    ["dots inside", "a..b"],
    ["a trailing dot", "a."],
    ["a slash", "a/b"],
    ["a backslash", "a\\b"],
    ["a drive or stream", "c:x"],
    ["an option", "-rf"],
    ["a space", "a b"],
    ["a percent sign", "a%2e"],
    ["a line end", "a\n"],
    ["a NUL", "a\0"],
    ["a letter with an accent", "ä"],
    ["a full-width letter", "ａ"],
    ["129 characters", "x".repeat(129)],
    ["a device", "con"],
    ["a device in capitals", "NUL"],
    ["a device with a suffix", "aux.json"],
    ["a numbered device", "Com1"],
    ["another numbered device", "lpt9.x.y"],
  ])("[I2] %s is not safe", (_, id) => {
    expect(isSafeId(id)).toBe(false);
  });
});

describe("the session id of a handle", () => {
  test("[I3] a safe handle is its own id", () => {
    expect(sessionIdFor("workflow-abc123")).toBe("workflow-abc123");
  });

  test("[I3] any text has one safe id, which is its own id again", () => {
    fc.assert(
      fc.property(anyText, (handle) => {
        const id = sessionIdFor(handle);
        expect(isSafeId(id)).toBe(true);
        expect([sessionIdFor(handle), sessionIdFor(id)]).toEqual([id, id]);
      }),
    );
  });

  test("[I3] different handles have different ids, even if they look alike", () => {
    const alike = ["a/b", "a b", "a-b", "A/B", "á/b", "a/b ", "a//b", "x".repeat(500), "x".repeat(501)];
    expect(new Set(alike.map(sessionIdFor)).size).toBe(alike.length);
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: "binary" })), (handles) => {
        expect(new Set(handles.map(sessionIdFor)).size).toBe(handles.length);
      }),
    );
  });
});

const RIGHT_TO_LEFT = "\u202eשלום\u202c עולם";

describe("the slug of a title", () => {
  test.each([
    ["Investigate memory leak", "investigate-memory-leak"],
    ["", "session"],
    ["🧵👩🏽‍💻", "session"],
    ["Cre\u0300me bru\u0302le\u0301e", "creme-brulee"],
    [RIGHT_TO_LEFT, "session"],
    ["a\0b\u0007c", "a-b-c"],
    ["con", "con"],
    ["the same long words again ".repeat(50), "the-same-long-words-again-the-same-long-words"],
  ])("[I4] of %j is %s and the day", (title, slug) => {
    expect(slugFor(title, today)).toBe(`${slug}-2026-11-15`);
  });

  test("[I4] of any text is a safe id that leaves room for a number", () => {
    fc.assert(fc.property(anyText, (title) => isSafeId(`${slugFor(title, today)}-1000000`)));
  });
});

describe("the title of a thought", () => {
  test.each([
    ["", "Untitled"],
    ["\u200b\u2066\0", "Untitled"],
    ["\n\n  What is\tknown?\r\nMore.", "What is known?"],
    ["one\u2028two\u0085three", "one two three"],
    ["🧵🪡", "🧵🪡"],
    ["de\u0301ja\u0300 vu", "de\u0301ja\u0300 vu"],
    [RIGHT_TO_LEFT, "שלום עולם"],
    ["word ".repeat(50), `${"word ".repeat(12).trim()}…`],
    ["🧵".repeat(500), `${"🧵".repeat(60)}…`],
  ])("[I4] of %j is %j", (thought, title) => {
    expect(titleFrom(thought)).toBe(title);
  });

  test("[I4] of any text is one short visible line", () => {
    fc.assert(
      fc.property(anyText, (thought) => {
        const title = titleFrom(thought);
        expect(title).toMatch(/^(?:[\u200c\u200d]|[^\p{Cc}\p{Cf}\u2028\u2029])+$/u);
        expect(title).toBe(title.trim());
        expect([...title].length).toBeLessThanOrEqual(61);
      }),
    );
  });
});
