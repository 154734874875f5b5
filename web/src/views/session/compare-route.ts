import type { Route } from "../../input/route.ts";
import { branchOf } from "./model/outline-entries.ts";
import type { Reading } from "./reading.ts";

/** Compares main with the current branch, or with the last branch if main is current. */
export function compareRoute(id: string, { entries, cursor }: Pick<Reading, "entries" | "cursor">): Route {
  const current = branchOf(entries, Math.abs(cursor));
  const branch = current !== "" ? current : entries.branches.at(-1)!;
  return { name: "compare", a: id, b: branch === "" ? "" : `${id}/${branch}` };
}
