import type { Route } from "../../input/route.ts";
import { branchOf } from "./model/marks.ts";
import type { Reading } from "./reading.ts";

/** Compares the main line with the branch that the reader is in, or else with the session's last branch. */
export function compareRoute(id: string, { marks, cursor }: Pick<Reading, "marks" | "cursor">): Route {
  const here = branchOf(marks, Math.abs(cursor));
  const branch = here !== "" ? here : marks.branches.at(-1)!;
  return { name: "compare", a: id, b: branch === "" ? "" : `${id}/${branch}` };
}
