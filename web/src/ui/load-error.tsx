import { type ApiError, isMissing } from "../data/request.ts";
import { Visible } from "../text/visible-text.tsx";
import { Icon } from "./icon.tsx";

export interface LoadErrorProps {
  readonly error: ApiError;
  retry(): void;
}

/** A loading error with a button to retry. */
export function LoadError({ error, retry }: LoadErrorProps) {
  const [title, reason] = describe(error);
  return (
    <div class="failed" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>{title}</strong>
        </p>
        <p class="quiet">
          <Visible text={reason} />
        </p>
        <div class="failed-actions">
          {error.status !== 410 && (
            <button type="button" class="button" onClick={retry}>
              <Icon name="retry" />
              Try again
            </button>
          )}
          {isMissing(error) && <a href="/">All sessions</a>}
        </div>
      </div>
    </div>
  );
}

/** The server's own message for a 404 is written for agents. */
function describe({ status, message }: ApiError): readonly [title: string, reason: string] {
  if (status === 0)
    return [
      "The server is not reachable.",
      "Check that `clew serve` is running. The page reconnects by itself.",
    ];
  if (status === 410) return ["Deleted", "Somebody deleted it for good."];
  if (status === 404)
    return ["Not found", "It may have been deleted, be in another ledger or belong to someone else."];
  return ["Loading failed", message];
}
