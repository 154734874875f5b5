import { DEFAULT_PROJECT } from "../../ledger/index.ts";
import type { SessionTexts } from "./candidates.ts";
import { identifierParts } from "./identifiers.ts";

/** A thought with the texts that are indexed besides its content. */
export interface Indexed {
  readonly content: string;
  readonly branchId?: string | undefined;
  /** The session's texts; set for its first thought only, so that they match once. */
  readonly session?: SessionTexts | undefined;
}

/** The text that the word index has for a thought besides its content: parts of identifiers, branch, session. */
export function indexText({ content, branchId, session }: Indexed): string {
  const { title = "", project = DEFAULT_PROJECT, tags = [] } = session ?? {};
  return [
    ...identifierParts(content),
    branchId ?? "",
    title,
    project === DEFAULT_PROJECT ? "" : project,
    ...tags,
  ]
    .filter((text) => text !== "")
    .join(" ");
}
