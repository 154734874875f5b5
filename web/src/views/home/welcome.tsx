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

/** What a reader sees who has no session yet: how to connect a client, and an example. */
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
      <h1 tabIndex={-1}>No thought has been recorded yet</h1>
      <p class="lead">
        Connect an agent and its reasoning shows here as it happens: every thought, branch and change of mind,
        kept for good.
      </p>
      <section class="example">
        <div>
          <h2>Look at an example first</h2>
          <p class="quiet">A bug hunt with two branches, a revision and a critique.</p>
        </div>
        <button type="button" class="button primary" onClick={loadExample} disabled={isLoading}>
          {isLoading ? "Loading…" : "Load the example"}
        </button>
      </section>
      <h2>Connect a client</h2>
      <div class="ways">
        {ways.map(({ title, how, command }) => (
          <section key={title} class="way">
            <header>
              <h3>{title}</h3>
              <CopyButton text={command} what={`the lines for ${title}`} />
            </header>
            <p class="quiet">{how}</p>
            <CodeLines label={`Lines for ${title}`}>{command}</CodeLines>
          </section>
        ))}
      </div>
      <p class="quiet">
        On this machine, <code>npx clew connect</code> writes the configuration of these and other clients for
        you.
      </p>
    </div>
  );
}
