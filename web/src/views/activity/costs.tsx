import type { ModelCosts } from "../../data/api-types.ts";
import { addressOf } from "../../input/route.ts";
import { dollars } from "../../text/cost-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Scroller } from "../../ui/scroller.tsx";

/** Tokens and cost of model calls by day and project. */
export function Costs({ costs: { rows, isPartial } }: { readonly costs: ModelCosts }) {
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, { cost = 0 }) => sum + cost, 0);
  return (
    <section aria-labelledby="costs-title">
      <div class="section-head">
        <h2 id="costs-title">Cost</h2>
        <p class="quiet">
          {dollars(total)} in this period{isPartial && ", newest 50,000 calls only"}
        </p>
      </div>
      <Scroller label="Cost by day and project">
        <table class="statistics-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" class="is-text">
                Project
              </th>
              <th scope="col" class="is-text">
                Model
              </th>
              <th scope="col">Calls</th>
              <th scope="col">Tokens in / out</th>
              <th scope="col">Cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ day, project, model, calls, inputTokens, outputTokens, cost }) => (
              <tr key={`${day} ${project} ${model}`}>
                <th scope="row">{dayText(day)}</th>
                <td class="is-text">
                  {project === "_default" ? (
                    "none"
                  ) : (
                    <a href={addressOf({ name: "home", filter: { project } })}>
                      <Visible text={project} />
                    </a>
                  )}
                </td>
                <td class="is-text">
                  <Visible text={model} />
                </td>
                <td>{calls.toLocaleString("en-GB")}</td>
                <td>
                  {inputTokens.toLocaleString("en-GB")} / {outputTokens.toLocaleString("en-GB")}
                </td>
                <td>{cost === undefined ? "unknown" : dollars(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  );
}

/** A UTC day without its time: "19 Nov 2026". */
const dayText = (day: string): string =>
  new Date(day).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });
