// Writes the dashboards and alert rules of integrations/observability; with --check it only reports whether they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { type DashboardName, dashboards } from "../src/telemetry/dashboards.ts";
import { type Alert, alerts } from "./dashboards/alerts.ts";
import { type Panel, panels } from "./dashboards/panels.ts";

const FOLDER = "integrations/observability";

/** Every generated file by its path in `integrations/observability`. */
export function observabilityFiles(): Readonly<Record<string, string>> {
  const boards = (Object.keys(dashboards) as DashboardName[]).map((name) => [
    `grafana/dashboards/${name}.json`,
    toJson(dashboard(name)),
  ]);
  return {
    ...Object.fromEntries(boards),
    "prometheus/alerts.yml": `# Written by \`npm run dashboards\`. Do not edit.\n${stringify(rules(alerts), { lineWidth: 0 })}`,
  };
}

const SOURCE = { type: "prometheus", uid: "$datasource" };

function dashboard(name: DashboardName): object {
  return {
    uid: name,
    title: `Clew: ${dashboards[name]}`,
    description: "Written by `npm run dashboards` in Clew's repository.",
    tags: ["clew"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [{ name: "datasource", label: "Data source", type: "datasource", query: "prometheus" }],
    },
    links: [{ title: "Clew", type: "dashboards", tags: ["clew"], asDropdown: true, keepTime: true }],
    panels: place(panels[name]).map(({ panel, ...at }, index) => ({
      id: index + 1,
      type: panel.stat ? "stat" : "timeseries",
      title: panel.title,
      description: panel.description,
      datasource: SOURCE,
      gridPos: at,
      fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
      targets: panel.lines.map(({ expr, legend }, line) => ({
        refId: String.fromCharCode(65 + line),
        datasource: SOURCE,
        expr,
        legendFormat: legend,
        ...(panel.stat && { instant: true }),
      })),
    })),
  };
}

/** Formatted like the repository's formatter does: a list with one text is on one line. */
function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2).replace(/\[\n\s+("[^"]*")\n\s+\]/g, "[$1]")}\n`;
}

/** Four numbers or two charts per row. */
function place(all: readonly Panel[]) {
  let x = 0;
  let y = 0;
  let height = 0;
  return all.map((panel) => {
    const [w, h] = panel.stat ? [6, 4] : [12, 8];
    if (x + w > 24 || (height > 0 && h !== height)) {
      x = 0;
      y += height;
    }
    height = h;
    x += w;
    return { panel, h, w, x: x - w, y };
  });
}

function rules(all: readonly Alert[]): object {
  return {
    groups: [
      {
        name: "clew",
        rules: all.map(({ severity, summary, description, ...rule }) => ({
          ...rule,
          labels: { severity },
          annotations: { summary, description },
        })),
      },
    ],
  };
}

function main(check: boolean): void {
  const stale: string[] = [];
  for (const [name, text] of Object.entries(observabilityFiles())) {
    const file = join(FOLDER, name);
    if (check) {
      if (read(file) !== text) stale.push(file);
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (stale.length === 0) return;
  process.stderr.write(`Stale: ${stale.join(", ")}. Run \`npm run dashboards\`.\n`);
  process.exitCode = 1;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

if (import.meta.main) main(process.argv.includes("--check"));
