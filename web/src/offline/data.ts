import type { HtmlSession, HtmlThought } from "../../../src/ledger/index.ts";

export type { HtmlSession, HtmlThought };

/** The session that was written into this page. */
export function readSession(): HtmlSession {
  return JSON.parse(document.getElementById("session")!.textContent) as HtmlSession;
}
