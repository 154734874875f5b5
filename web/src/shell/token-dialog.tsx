import { useState } from "preact/hooks";
import { giveToken } from "../data/token.ts";
import { Dialog } from "../ui/dialog.tsx";

/** Asks for the token of a server that wants to know who reads. */
export function TokenDialog({ isAgain }: { readonly isAgain: boolean }) {
  const [token, setToken] = useState("");
  return (
    <Dialog title="This server asks who you are" class="token-dialog">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== "") giveToken(token.trim());
        }}
      >
        <p class="quiet">
          Give the token that the server was started with (<code>CLEW_TOKEN</code>), or the one you were
          given. It is kept until this tab is closed, and sent to this server only.
        </p>
        <label class="field">
          <span>Token</span>
          <input
            data-first
            type="password"
            autocomplete="off"
            value={token}
            aria-invalid={isAgain}
            aria-describedby={isAgain ? "token-refused" : undefined}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        {isAgain && (
          <p id="token-refused" class="refusal" role="alert">
            The server does not know this token.
          </p>
        )}
        <button type="submit" class="button primary">
          Go on
        </button>
      </form>
    </Dialog>
  );
}
