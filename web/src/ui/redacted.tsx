import type { Redaction } from "../../../src/ledger/redaction.ts";
import { Visible } from "../text/visible-text.tsx";
import { Ago } from "./time.tsx";

/** The replacement of a redacted text: who redacted it, when and why. */
export function Redacted({ redaction: { by, redactedAt, reason } }: { readonly redaction: Redaction }) {
  return (
    <p class="redacted" dir="auto">
      <strong>Redacted</strong> by <Visible text={by} />, <Ago at={redactedAt} />: <Visible text={reason} />
    </p>
  );
}
