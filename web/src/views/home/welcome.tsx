import { useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import { connection } from "../../data/changes.ts";
import { asApiError, useResource } from "../../data/resource.ts";
import { currentToken } from "../../data/token.ts";
import { go } from "../../input/history.ts";
import { ARCHIVED, addressOf, sessionRoute } from "../../input/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { CodeLines } from "../../ui/scroller.tsx";
import { say } from "../../ui/toast.ts";
import { connectWays } from "./connect-ways.ts";
import { ImportOffer } from "./import-offer.tsx";
import "./welcome.css";

/** A first prompt for an agent: it names the tool, and a question that needs several thoughts. */
const FIRST_PROMPT =
  "Use the clew tool `thoughtbox` to think in at least three numbered thoughts: what is the riskiest part of this project, and why? Record one alternative as a branch, then end with your conclusion.";

/** The page of an empty ledger: how to connect a client, and an example. */
export function Welcome() {
  const [isLoading, setIsLoading] = useState(false);
  const archived = useResource("archived", (signal) =>
    api.sessions({ state: ARCHIVED }, { limit: 1 }, { signal }),
  );
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
      {(archived.data?.sessions.length ?? 0) > 0 && (
        <p>
          <a href={addressOf({ name: "home", filter: { state: ARCHIVED } })}>Archived sessions</a>
        </p>
      )}
      <ImportOffer />
      <section class="example">
        <div>
          <h2>Try an example</h2>
          <p class="quiet">A bug hunt with two branches, a revision and a critique.</p>
        </div>
        <button type="button" class="button primary" onClick={loadExample} disabled={isLoading}>
          {isLoading ? "Loading…" : "Load example"}
        </button>
      </section>
      <h2>1. Connect a client</h2>
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
      <h2>2. Restart the client</h2>
      <p>Clients read their servers when they start. Then ask for its tools: Clew is among them.</p>
      <h2>3. Ask for the first thought</h2>
      <section class="way">
        <header>
          <p>Send this prompt to your agent.</p>
          <CopyButton text={FIRST_PROMPT} what="the first prompt" />
        </header>
        <CodeLines label="First prompt">{FIRST_PROMPT}</CodeLines>
      </section>
      <p class="first-thought" role="status">
        <span class="state-dot" aria-hidden="true" />
        {connection.value === "live"
          ? "Waiting for the first thought. It appears here at once."
          : "Connecting to the server…"}
      </p>
    </div>
  );
}
