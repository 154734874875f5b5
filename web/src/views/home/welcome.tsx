import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import { asApiError } from "../../data/resource.ts";
import { currentToken } from "../../data/token.ts";
import { go } from "../../input/history.ts";
import { sessionRoute } from "../../input/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CodeLines } from "../../ui/scroller.tsx";
import { say } from "../../ui/toast.ts";
import { connectWays } from "./connect-ways.ts";
import "./welcome.css";

/** The page of an empty ledger: how to connect a client, and an example. */
export function Welcome() {
  const [isLoading, setIsLoading] = useState(false);
  const ways = connectWays(location.origin, currentToken() !== undefined);
  const loadExample = async () => {
    setIsLoading(true);
    try {
      const { sessionId } = await api.loadExample();
      go(sessionRoute(sessionId));
    } catch (error) {
      say(asApiError(error).message, "failed");
      setIsLoading(false);
    }
  };
  return (
    <div class="welcome">
      <h1 tabIndex={-1}>No sessions yet</h1>
      <p class="lead">
        Connect an agent to see its reasoning here, live: every thought, branch and revision.
      </p>
      <section class="example">
        <div>
          <h2>Try an example</h2>
          <p class="quiet">A bug hunt with two branches, a revision and a critique.</p>
        </div>
        <button type="button" class="button primary" onClick={loadExample} disabled={isLoading}>
          {isLoading ? "Loading…" : "Load example"}
        </button>
      </section>
      <h2>Connect a client</h2>
      <div class="ways">
        {ways.map(({ title, how, command }) => (
          <section key={title} class="way">
            <header>
              <h3>{title}</h3>
              <CopyButton text={command} what={`the command for ${title}`} />
            </header>
            <p class="quiet">{how}</p>
            <CodeLines label={`Command for ${title}`}>{command}</CodeLines>
          </section>
        ))}
      </div>
      <p class="quiet">
        <code>npx clew connect</code> configures these and other clients on this machine.
      </p>
    </div>
  );
}
