import type { ApiError } from "../request.ts";
import { Visible } from "../visible-text.tsx";
import { Icon } from "./icon.tsx";

/** What a failure is shown with. */
export interface FailedProps {
  readonly error: ApiError;
  retry(): void;
}

/** Something could not be loaded: what, what to do about it, and a button that tries again. */
export function Failed({ error, retry }: FailedProps) {
  return (
    <div class="failed" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          <strong>
            {error.status === 0 ? "The server cannot be reached." : "This could not be loaded."}
          </strong>
        </p>
        <p class="quiet">
          {error.status === 0 ? (
            "Is clew serve running? The page goes on by itself when it is back."
          ) : (
            <Visible text={error.message} />
          )}
        </p>
        <button type="button" class="button" onClick={retry}>
          <Icon name="retry" />
          Try again
        </button>
      </div>
    </div>
  );
}
