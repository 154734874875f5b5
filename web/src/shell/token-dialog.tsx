import { useState } from "preact/hooks";
import { signIn } from "../data/token.ts";
import { Dialog } from "../ui/dialog.tsx";

/** Asks for the token of the server. */
export function TokenDialog({ isAgain }: { readonly isAgain: boolean }) {
  const [token, setToken] = useState("");
  return (
    <Dialog title="Sign in" class="token-dialog">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (token.trim() !== "") signIn(token.trim());
        }}
      >
        <p class="quiet">
          Enter the token of this server (<code>CLEW_TOKEN</code>) or your own. It is kept until you close
          this tab and sent only to this server.
        </p>
        <label class="field">
          <span>Token</span>
          <input
            data-first
            type="password"
            autocomplete="off"
            value={token}
            aria-invalid={isAgain}
            aria-describedby={isAgain ? "token-rejected" : undefined}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        {isAgain && (
          <p id="token-rejected" class="refusal" role="alert">
            The server rejected this token.
          </p>
        )}
        <button type="submit" class="button primary">
          Continue
        </button>
      </form>
    </Dialog>
  );
}
