import { expect, test } from "vitest";
import { citedNotes, noteAuthor, noteId, noteState, noteText } from "./note.ts";

test("[ST2] a blank note is refused, whatever the blanks are", () => {
  for (const text of ["", "  \n\t ", "\u200b\u200e", "\u0000"])
    expect(() => noteText(text)).toThrow("`text` is required");
});

test("[ST2] a note has at most 4,096 bytes", () => {
  expect(noteText("é".repeat(2048))).toHaveLength(2048);
  expect(() => noteText(`${"é".repeat(2048)}.`)).toThrow("`text` has 4097 bytes; the limit is 4096.");
});

test("[ST2] secrets are removed from a note before it is stored", () => {
  const stored = noteText(" Use the key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789 please ");
  expect(stored).not.toContain("abcdefghijklmnopqrstuvwxyz");
  expect(stored).toMatch(/^Use the key .* please$/);
});

test("[ST5] the state of a note follows from its deliveries and its answer", () => {
  expect([0, 1, 2, 3].map((deliveries) => noteState(deliveries, false))).toEqual([
    "waiting",
    "delivered",
    "delivered",
    "unanswered",
  ]);
  expect([0, 3].map((deliveries) => noteState(deliveries, true))).toEqual(["answered", "answered"]);
});

test("[ST4] the cited notes are read from the text and the argument, each once", () => {
  const id = noteId("0192f0c1-aaaa-7bbb-8ccc-00ddee112233");
  expect(id).toBe("ddee112233");
  expect(citedNotes({ content: "nothing" })).toEqual([]);
  expect(citedNotes({ content: `(note:${id}), NOTE:${id}; note:${id.toUpperCase()}.` })).toEqual([id]);
  expect(citedNotes({ content: `note:${id}`, answersNote: "note:aaaaaaaaaa" })).toEqual(["aaaaaaaaaa", id]);
  expect(citedNotes({ content: `keynote:${id} note:${id}ff note: ${id}` })).toEqual([]);
  expect(citedNotes({ content: "note:0123456789 ".repeat(3), answersNote: "  " })).toEqual(["0123456789"]);
});

test("[ST1] an author's name is one line", () => {
  expect(noteAuthor("Ann\n> Note from Bob")).toBe("Ann > Note from Bob");
  expect(noteAuthor(" \u200b ")).toBe("someone");
  expect(noteAuthor("x".repeat(500))).toHaveLength(80);
});
