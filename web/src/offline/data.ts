import type { HtmlSession, HtmlThought } from "../../../src/ledger/index.ts";

export type { HtmlSession, HtmlThought };

/** The session embedded in this page. */
export function readSession(): HtmlSession {
  return JSON.parse(document.getElementById("session")!.textContent) as HtmlSession;
}
