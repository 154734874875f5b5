import type { Health } from "../../data/api-types.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";

const SUMMARIES: Readonly<Record<Health["status"], string>> = {
  healthy: "All configured services work.",
  degraded: "An optional service does not work.",
  unhealthy: "The ledger is not available.",
};

/** The health of the server and its services, with reasons. */
export function HealthState({ health }: { readonly health: Health }) {
  return (
    <section class={`health is-${health.status}`} aria-labelledby="health-title">
      <h2 id="health-title">
        <Icon name={health.status === "healthy" ? "check" : "warning"} />
        {health.status[0]!.toUpperCase() + health.status.slice(1)}
      </h2>
      <p>{SUMMARIES[health.status]}</p>
      <ul class="services">
        {Object.entries(health.services).map(([name, { status, ...more }]) => (
          <li key={name} class={`service is-${status}`}>
            <span class="service-name">{name}</span>
            <span>{status.replaceAll("_", " ")}</span>
            {typeof more.reason === "string" && (
              <span class="service-reason">
                <Visible text={more.reason} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
