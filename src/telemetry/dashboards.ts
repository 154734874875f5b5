/** The dashboards in `integrations/observability`, by their Grafana names. */
export const dashboards = {
  "thoughtbox-overview": "Reasoning activity",
  "thoughtbox-tools": "Tools: latency and errors",
  "thoughtbox-engines": "Engines and cost",
  "thoughtbox-notebooks": "Notebooks",
  "thoughtbox-store": "Store and feed",
} as const;

/** The name of a dashboard. */
export type DashboardName = keyof typeof dashboards;
