/** One branch of one session, as written in an address. */
export interface BranchRef {
  readonly id: string;
  /** Empty for main. */
  readonly branch: string;
}

/** Parses `id` (main) or `id/branch`. */
export function parseBranchRef(text: string): BranchRef {
  const slash = text.indexOf("/");
  return slash < 0 ? { id: text, branch: "" } : { id: text.slice(0, slash), branch: text.slice(slash + 1) };
}

/** The inverse of `parseBranchRef`. */
export function formatBranchRef({ id, branch }: BranchRef): string {
  return branch === "" ? id : `${id}/${branch}`;
}
