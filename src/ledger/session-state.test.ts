import { expect, test } from "vitest";
import { ACTIVE_MS, sessionState } from "./session-state.ts";

test("[WB45] a session is active, unfinished or complete", () => {
  const now = Date.parse("2026-01-01T12:00:00.000Z");
  const at = (ago: number) => new Date(now - ago).toISOString();
  expect(sessionState({ status: "active", updatedAt: at(0) }, now)).toBe("active");
  expect(sessionState({ status: "active", updatedAt: at(ACTIVE_MS - 1) }, now)).toBe("active");
  expect(sessionState({ status: "active", updatedAt: at(ACTIVE_MS) }, now)).toBe("unfinished");
  expect(sessionState({ status: "completed", updatedAt: at(0) }, now)).toBe("complete");
});
