import { useCallback, useState } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { Health } from "../../data/api-types.ts";
import "./activity.css";
import "../notebook/output/output.css";
import { useResource } from "../../data/resource.ts";
import type { ActivityFilter, Route } from "../../input/route.ts";
import { useTitle } from "../../ui/use-title.ts";
import { CallList } from "./calls.tsx";
import { useCalls } from "./calls-store.ts";
import { Charts } from "./charts.tsx";
import { Costs } from "./costs.tsx";
import { HealthState } from "./health.tsx";
import { loadMetrics, usePolling } from "./poll-metrics.ts";
import { ToolStatistics } from "./tool-statistics.tsx";

const HOUR = 3_600_000;
const SPAN_MS: Readonly<Record<NonNullable<ActivityFilter["span"]> | "day", number>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
};

/** Health, metrics and calls of the server. */
export default function Activity({
  route: { filter },
}: {
  readonly route: Extract<Route, { name: "activity" }>;
}) {
  useTitle("Activity");
  const [health, setHealth] = useState<Health | undefined>();
  const span = filter.span ?? "day";
  const stats = useResource(`stats ${span}`, (signal) =>
    api.invocationStatistics(new Date(Date.now() - SPAN_MS[span]).toISOString(), { signal }),
  );
  const costs = useResource(`costs of ${span}`, (signal) =>
    api.modelCosts({ since: new Date(Date.now() - SPAN_MS[span]).toISOString() }, { signal }),
  );
  const poll = useCallback(async (signal: AbortSignal) => {
    await Promise.all([loadMetrics(signal), api.health({ signal }).then(setHealth)]);
  }, []);
  usePolling(poll);
  const calls = useCalls(filter);
  const statistics = stats.data ?? [];
  return (
    <div class="activity">
      <h1 tabIndex={-1}>Activity</h1>
      {health && <HealthState health={health} />}
      <Charts />
      <ToolStatistics statistics={statistics} filter={filter} />
      {costs.data && <Costs costs={costs.data} />}
      <CallList
        calls={{
          ...calls,
          showNew() {
            calls.showNew();
            stats.reload();
            costs.reload();
          },
        }}
        filter={filter}
        statistics={statistics}
      />
    </div>
  );
}
