import { expect, test } from "vitest";
import type { SessionPage, SessionRow } from "../../data/api-types.ts";
import {
  firstPage,
  groupByDay,
  isOutOfOrder,
  type SessionList,
  sorted,
  withNewest,
  withNextPage,
  withUpdated,
} from "./session-list.ts";

const row = (id: string, minute: number, more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  title: id,
  project: "_default",
  tags: [],
  mode: "chain",
  status: "active",
  stage: 0,
  createdAt: "2026-11-15T10:00:00.000Z",
  updatedAt: `2026-11-15T10:${String(minute).padStart(2, "0")}:00.000Z`,
  metadata: {},
  thoughtCount: 1,
  branchCount: 0,
  archived: false,
  unfinished: true,
  lastWords: "",
  ...more,
});
const page = (sessions: readonly SessionRow[], next?: string): SessionPage => ({
  sessions,
  position: 1,
  ...(next !== undefined && { next }),
});
const ids = ({ rows }: SessionList) => rows.map(({ id }) => id).join("");

test("[WB7] new sessions wait, and known ones change in place", () => {
  const list = firstPage(page([row("c", 3), row("b", 2), row("a", 1)]));
  const changed = withNewest(
    list,
    page([row("d", 5), row("a", 4, { thoughtCount: 2 }), row("c", 3), row("b", 2)]),
  );
  expect(ids(changed)).toBe("cba");
  expect(changed.rows[2]?.thoughtCount).toBe(2);
  expect(changed.arrived.map(({ id }) => id)).toEqual(["d"]);
  expect(isOutOfOrder(changed)).toBe(true);
  const after = sorted(changed);
  expect(ids(after)).toBe("dacb");
  expect([isOutOfOrder(after), after.arrived]).toEqual([false, []]);
});

test("[WB7] an unchanged row keeps its identity, so that it is not rendered again", () => {
  const list = firstPage(page([row("b", 2), row("a", 1)]));
  expect(withUpdated(list, [row("a", 3)]).rows[0]).toBe(list.rows[0]);
});

test("[WB7] pages are joined without repeating a session that moved in between", () => {
  const list = firstPage(page([row("d", 4), row("c", 3)], "c"));
  expect(ids(withNextPage(list, page([row("c", 3), row("b", 2)], "b")))).toBe("dcb");
});

test("[WB7] sessions of a page that is not loaded yet are not new", () => {
  const list = firstPage(page([row("d", 4), row("c", 3)], "c"));
  expect(withNewest(list, page([row("d", 4), row("b", 2)], "b")).arrived).toEqual([]);
});

test("[WB7] the list is reloaded when more sessions arrive than fit on a page", () => {
  const list = firstPage(page([row("b", 2), row("a", 1)]));
  expect(withNewest(list, page([row("d", 4), row("c", 3)], "c"))).toMatchObject({ isGapped: true });
});

test("[WB7] in an empty list new sessions are shown at once", () => {
  expect(ids(withNewest(firstPage(page([])), page([row("a", 1)])))).toBe("a");
});

test("[WB7] rows are grouped by day, and keep their day while they change", () => {
  const list = firstPage(
    page([row("c", 3), row("b", 2), row("a", 1, { updatedAt: "2026-11-13T12:00:00.000Z" })]),
  );
  const groups = (of: SessionList) => groupByDay(of).map(({ rows }) => rows.map(({ id }) => id).join(""));
  expect(groups(list)).toEqual(["cb", "a"]);
  const changed = withUpdated(list, [row("a", 9)]);
  expect(groups(changed)).toEqual(["cb", "a"]);
  expect(groups(sorted(changed))).toEqual(["acb"]);
});
