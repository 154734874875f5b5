/** One line of one session, as an address names it. */
export interface LaneRef {
  readonly id: string;
  /** Empty for the main line. */
  readonly branch: string;
}

/** Reads `id` as the main line of a session and `id/branch` as one of its branches. */
export function laneRefOf(text: string): LaneRef {
  const slash = text.indexOf("/");
  return slash < 0 ? { id: text, branch: "" } : { id: text.slice(0, slash), branch: text.slice(slash + 1) };
}

/** Writes what `laneRefOf` reads. */
export function laneRefText({ id, branch }: LaneRef): string {
  return branch === "" ? id : `${id}/${branch}`;
}
