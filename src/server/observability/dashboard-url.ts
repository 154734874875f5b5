import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { type DashboardName, dashboards } from "../../telemetry/dashboards.ts";
import { defineObserving } from "./operation.ts";

const NAMES = Object.keys(dashboards) as DashboardName[];

/** Returns the URL of a dashboard. */
export const dashboardUrl = defineObserving({
  name: "dashboard_url",
  summary: "{name?}",
  input: z.object({ name: z.string().optional() }),
  aliases: { name: ["dashboard"] },
  example: { name: "thoughtbox-overview" },
  async run({ name }, { observer: { grafana } }) {
    const asked = name?.trim().toLowerCase() || NAMES[0]!;
    const found = NAMES.find((one) => one === asked || one === `thoughtbox-${asked}`);
    if (!found)
      throw new Failure("INVALID_ARGUMENT", {
        problem: `There is no such dashboard. Send one of: ${NAMES.join(", ")}.`,
      });
    if (grafana === undefined)
      throw new Failure("NOT_CONFIGURED", {
        what: "Dashboards need a Grafana server, and none is configured.",
        settings: "GRAFANA_URL",
      });
    return { name: found, title: dashboards[found], url: `${grafana}/d/${found}`, dashboards: NAMES };
  },
});
