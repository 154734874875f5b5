import { useState } from "preact/hooks";
import type { InvocationList, InvocationStatistics } from "../../data/api-types.ts";
import { go } from "../../input/history.ts";
import { type ActivityFilter, addressOf, OUTCOMES, sessionRoute } from "../../input/route.ts";
import { dollars, tokensText } from "../../text/cost-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { memo } from "../../ui/memo.ts";
import { Ago } from "../../ui/time.tsx";
import { CallContent } from "./call-content.tsx";
import type { Calls } from "./calls-store.ts";
import { milliseconds } from "./tool-statistics.tsx";

export interface CallListProps {
  readonly calls: Calls;
  readonly filter: ActivityFilter;
  readonly statistics: readonly InvocationStatistics[];
}

/** Calls of tools and models, newest first. */
export function CallList({ calls, filter, statistics }: CallListProps) {
  const { rows, waiting, hasMore, error } = calls;
  return (
    <section aria-labelledby="calls-title">
      <div class="section-head">
        <h2 id="calls-title">Calls</h2>
        <div role="status">
          {waiting > 0 && (
            <button type="button" class="button small waiting-calls" onClick={calls.showNew}>
              {waiting}
              {waiting === 50 ? "+" : ""} new
            </button>
          )}
        </div>
      </div>
      <CallFilters filter={filter} statistics={statistics} />
      {error && !rows ? (
        <LoadError error={error} retry={() => location.reload()} />
      ) : !rows ? (
        <p class="quiet">Loading calls…</p>
      ) : rows.length === 0 ? (
        <p class="quiet">
          {(filter.tool ?? filter.session ?? filter.outcome)
            ? "No matching calls."
            : "No calls yet. Tool calls of agents appear here, with secrets removed."}
        </p>
      ) : (
        <ul class="calls">
          {rows.map((call) => (
            <CallRow key={call.id} call={call} />
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" class="button" onClick={calls.loadMore}>
          Older calls
        </button>
      )}
    </section>
  );
}

function CallFilters({ filter, statistics }: Pick<CallListProps, "filter" | "statistics">) {
  const change = (name: keyof ActivityFilter, value: string) => {
    const { [name]: _, ...rest } = filter;
    go({ name: "activity", filter: { ...rest, ...(value !== "" && { [name]: value }) } as ActivityFilter });
  };
  const names = new Set(statistics.map(({ tool_name }) => tool_name));
  if (filter.tool !== undefined) names.add(filter.tool);
  return (
    <div class="call-filters">
      <label class="inline-field">
        Tool
        <select value={filter.tool ?? ""} onChange={(event) => change("tool", event.currentTarget.value)}>
          <option value="">All</option>
          {[...names].sort().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="inline-field">
        Outcome
        <select
          value={filter.outcome ?? ""}
          onChange={(event) => change("outcome", event.currentTarget.value)}
        >
          <option value="">All</option>
          {OUTCOMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {filter.session !== undefined && (
        <span class="session-filter">
          Session
          <span class="session-filter-id">
            <Visible text={filter.session} />
          </span>
          <button
            type="button"
            class="icon-button"
            aria-label="Show calls of all sessions"
            onClick={() => change("session", "")}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </div>
  );
}

const CallRow = memo(function CallRow({ call }: { readonly call: InvocationList[number] }) {
  const [isOpen, setIsOpen] = useState(false);
  const { tool_name, pipe_name, success, error, latency_ms, created_at, session_id, owner } = call;
  return (
    <li class={`call${success ? "" : " is-failed"}`}>
      <div class="call-line">
        <span class="call-outcome">
          <Icon name={success ? "check" : "warning"} />
          <span class="visually-hidden">{success ? "ok" : "failed"}</span>
        </span>
        <button type="button" class="call-name" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Visible text={tool_name} />
          {pipe_name !== undefined && (
            <span class="quiet">
              {" "}
              <Visible text={pipe_name} />
            </span>
          )}
        </button>
        <span class="quiet call-usage">
          {call.input_tokens !== undefined && tokensText(call.input_tokens, call.output_tokens ?? 0)}
          {call.cost !== undefined && <strong>{dollars(call.cost)}</strong>}
        </span>
        <span class="call-latency">{latency_ms === undefined ? "" : milliseconds(latency_ms)}</span>
        <span class="quiet call-time">
          <Ago at={created_at} />
        </span>
      </div>
      {!success && error !== undefined && (
        <p class="call-error">
          <Visible text={error.slice(0, 500)} />
        </p>
      )}
      {isOpen && (
        <div class="call-detail">
          <p class="call-links">
            {session_id !== undefined && (
              <>
                <a href={addressOf(sessionRoute(session_id))}>Session</a>
                <a href={addressOf({ name: "activity", filter: { session: session_id } })}>
                  Calls of this session
                </a>
              </>
            )}
            {owner !== undefined && (
              <span>
                by <Visible text={owner} />
              </span>
            )}
            <span class="quiet">
              <Visible text={call.id} />
            </span>
          </p>
          <h3>Input</h3>
          <CallContent value={call.input} />
          {call.output && (
            <>
              <h3>Output</h3>
              <CallContent value={call.output} />
            </>
          )}
        </div>
      )}
    </li>
  );
});
