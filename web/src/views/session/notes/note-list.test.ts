import { expect, test } from "vitest";
import type { Note } from "../../../data/api-types.ts";
import { stateText } from "./note-list.tsx";

test("[WB49] a note shows what has become of it", () => {
  const note = {
    id: "a",
    sessionId: "s",
    on: null,
    author: "me",
    text: "x",
    createdAt: "2026-01-01T00:00:00Z",
  };
  const text = (more: Pick<Note, "state"> & Partial<Note>) => stateText({ ...note, ...more });
  expect(text({ state: "waiting" })).toBe("waiting");
  expect(text({ state: "delivered", at: 4 })).toBe("delivered at thought #4");
  expect(text({ state: "answered", at: 4, answeredBy: 5 })).toBe("answered by thought #5");
  expect(text({ state: "unanswered", at: 4 })).toBe("delivered at thought #4, unanswered");
});
