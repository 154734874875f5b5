import type { ApiError } from "../data/request.ts";
import { Visible } from "../text/visible-text.tsx";
import { Icon } from "./icon.tsx";

/** What a failure is shown with. */
export interface LoadErrorProps {
  readonly error: ApiError;
  retry(): void;
}

/** Something could not be loaded: what, what to do about it, and a button that tries again. */
export function LoadError({ error, retry }: LoadErrorProps) {
  const [what, why] = wordsFor(error);
  return (
    <div class="failed" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>{what}</strong>
        </p>
        <p class="quiet">
          <Visible text={why} />
        </p>
        <button type="button" class="button" onClick={retry}>
          <Icon name="retry" />
          Try again
        </button>
      </div>
    </div>
  );
}

/** What went wrong, and what it may come from; the server's own words about what is not there are for agents. */
function wordsFor({ status, message }: ApiError): readonly [what: string, why: string] {
  if (status === 0)
    return [
      "The server cannot be reached.",
      "Is clew serve running? The page goes on by itself when it is back.",
    ];
  if (status === 404)
    return ["Nothing has this name or id.", "Perhaps it is in another ledger, or belongs to somebody else."];
  return ["This could not be loaded.", message];
}
