import type { InvocationFigures } from "../../data/api-types.ts";
import { go } from "../../input/history.ts";
import { type ActivityFilter, addressOf, SPANS } from "../../input/route.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";

/** What the table of tools is made from. */
export interface ToolFiguresProps {
  readonly figures: readonly InvocationFigures[];
  readonly filter: ActivityFilter;
}

const SPAN_WORDS = {
  hour: "the last hour",
  day: "the last day",
  week: "the last week",
  month: "the last month",
};

/** The calls of each tool and model in figures. */
export function ToolFigures({ figures, filter }: ToolFiguresProps) {
  const hasTokens = figures.some((row) => row.input_tokens + row.output_tokens > 0);
  const hasCost = figures.some(({ cost }) => cost !== undefined);
  return (
    <section aria-labelledby="tools-title">
      <div class="section-head">
        <h2 id="tools-title">Tools and models</h2>
        <label class="inline-field">
          in
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
      {figures.length === 0 ? (
        <p class="quiet">No call in this time.</p>
      ) : (
        <Scroller label="Tools and models in figures">
          <table class="figures-table">
            <thead>
              <tr>
                <th scope="col">Tool or model</th>
                <th scope="col">Calls</th>
                <th scope="col">Failed</th>
                <th scope="col">Median</th>
                <th scope="col">19 in 20 within</th>
                {hasTokens && <th scope="col">Tokens in, out</th>}
                {hasCost && <th scope="col">Cost</th>}
              </tr>
            </thead>
            <tbody>
              {figures.map((row) => (
                <tr key={`${row.kind} ${row.tool_name} ${row.pipe_name}`}>
                  <th scope="row">
                    <a href={addressOf({ name: "activity", filter: { ...filter, tool: row.tool_name } })}>
                      <Visible text={row.pipe_name ?? row.tool_name} />
                    </a>
                    {row.kind === "model" && <span class="quiet"> model</span>}
                  </th>
                  <td>{row.calls.toLocaleString("en-GB")}</td>
                  <td class={row.failures > 0 ? "has-failures" : undefined}>
                    {row.failures === 0 ? "none" : `${row.failures} (${share(row)} %)`}
                  </td>
                  <td>{milliseconds(row.p50_ms)}</td>
                  <td>{milliseconds(row.p95_ms)}</td>
                  {hasTokens && (
                    <td>
                      {row.input_tokens.toLocaleString("en-GB")}, {row.output_tokens.toLocaleString("en-GB")}
                    </td>
                  )}
                  {hasCost && <td>{row.cost === undefined ? "" : `$${row.cost.toFixed(4)}`}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  );
}

const share = ({ calls, failures }: InvocationFigures): number => Math.round((failures / calls) * 100);

/** A duration in a few letters. */
export function milliseconds(ms: number): string {
  return ms < 10_000 ? `${Math.round(ms).toLocaleString("en-GB")} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
