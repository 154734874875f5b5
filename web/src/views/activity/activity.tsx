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
import { HealthState } from "./health.tsx";
import { takeReading, useWhileSeen } from "./readings.ts";
import { ToolFigures } from "./tool-figures.tsx";

const HOUR = 3_600_000;
const SPAN_MS: Readonly<Record<NonNullable<ActivityFilter["span"]> | "day", number>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
};

/** What agents ask of the server, how it answers, and how it is. */
export default function Activity({
  route: { filter },
}: {
  readonly route: Extract<Route, { name: "activity" }>;
}) {
  useTitle("Activity");
  const [health, setHealth] = useState<Health | undefined>();
  const span = filter.span ?? "day";
  const stats = useResource(`stats ${span}`, (signal) =>
    api.invocationStats(new Date(Date.now() - SPAN_MS[span]).toISOString(), { signal }),
  );
  const look = useCallback(async (signal: AbortSignal) => {
    await Promise.all([takeReading(signal), api.health({ signal }).then(setHealth)]);
  }, []);
  useWhileSeen(look);
  const calls = useCalls(filter);
  const figures = stats.data ?? [];
  return (
    <div class="activity">
      <h1 tabIndex={-1}>Activity</h1>
      {health && <HealthState health={health} />}
      <Charts />
      <ToolFigures figures={figures} filter={filter} />
      <CallList
        calls={{
          ...calls,
          showNew() {
            calls.showNew();
            stats.reload();
          },
        }}
        filter={filter}
        figures={figures}
      />
    </div>
  );
}
