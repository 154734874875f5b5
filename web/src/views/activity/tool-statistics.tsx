import type { InvocationStatistics } from "../../data/api-types.ts";
import { go } from "../../input/history.ts";
import { type ActivityFilter, addressOf, SPANS } from "../../input/route.ts";
import { dollars } from "../../text/cost-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";

export interface ToolStatisticsProps {
  readonly statistics: readonly InvocationStatistics[];
  readonly filter: ActivityFilter;
}

const SPAN_WORDS = {
  hour: "Last hour",
  day: "Last day",
  week: "Last week",
  month: "Last month",
};

/** Calls, failures, latency and cost of each tool and model. */
export function ToolStatistics({ statistics, filter }: ToolStatisticsProps) {
  const hasTokens = statistics.some((row) => row.input_tokens + row.output_tokens > 0);
  const hasCost = statistics.some(({ cost }) => cost !== undefined);
  return (
    <section aria-labelledby="tools-title">
      <div class="section-head">
        <h2 id="tools-title">Tools and models</h2>
        <label class="inline-field">
          Period
          <select
            value={filter.span ?? "day"}
            onChange={(event) => {
              const { span: _, ...rest } = filter;
              const span = SPANS.find((name) => name === event.currentTarget.value);
              go({ name: "activity", filter: { ...rest, ...(span && { span }) } });
            }}
          >
            {Object.entries(SPAN_WORDS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      {statistics.length === 0 ? (
        <p class="quiet">No calls in this period.</p>
      ) : (
        <Scroller label="Tools and models">
          <table class="statistics-table">
            <thead>
              <tr>
                <th scope="col">Tool or model</th>
                <th scope="col">Calls</th>
                <th scope="col">Failed</th>
                <th scope="col">Median</th>
                <th scope="col">95th percentile</th>
                {hasTokens && <th scope="col">Tokens in / out</th>}
                {hasCost && <th scope="col">Cost</th>}
              </tr>
            </thead>
            <tbody>
              {statistics.map((row) => (
                <tr key={`${row.kind} ${row.tool_name} ${row.pipe_name}`}>
                  <th scope="row">
                    <a href={addressOf({ name: "activity", filter: { ...filter, tool: row.tool_name } })}>
                      <Visible text={row.pipe_name ?? row.tool_name} />
                    </a>
                    {row.kind === "model" && <span class="quiet"> model</span>}
                  </th>
                  <td>{row.calls.toLocaleString("en-GB")}</td>
                  <td class={row.failures > 0 ? "has-failures" : undefined}>
                    {row.failures === 0 ? "0" : `${row.failures} (${share(row)}%)`}
                  </td>
                  <td>{milliseconds(row.p50_ms)}</td>
                  <td>{milliseconds(row.p95_ms)}</td>
                  {hasTokens && (
                    <td>
                      {row.kind === "model" &&
                        `${row.input_tokens.toLocaleString("en-GB")} / ${row.output_tokens.toLocaleString("en-GB")}`}
                    </td>
                  )}
                  {hasCost && <td>{row.cost === undefined ? "" : dollars(row.cost)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}

const share = ({ calls, failures }: InvocationStatistics): number => Math.round((failures / calls) * 100);

/** A duration for a table cell. */
export function milliseconds(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms).toLocaleString("en-GB")} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
