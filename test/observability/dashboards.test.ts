import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { observabilityFiles } from "../../scripts/dashboards.ts";
import { dashboards } from "../../src/telemetry/dashboards.ts";
import { type Metric, metrics } from "../../src/telemetry/metrics.ts";
import { hasPrometheus } from "../support/programs-installed.ts";

const FOLDER = "integrations/observability";
const files = observabilityFiles();

test("[MX5] the dashboards and alert rules are what the generator writes", () => {
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(`${FOLDER}/${name}`, "utf8"), name).toBe(text);
  const there = globSync("grafana/dashboards/*", { cwd: FOLDER }).sort();
  expect(there).toEqual(
    Object.keys(files)
      .filter((name) => name.startsWith("grafana/"))
      .sort(),
  );
});

test("[MX5] every metric is on a dashboard, and panels do not overlap", () => {
  const all = Object.values(files).join("\n");
  const shown: readonly Metric[] = Object.values(metrics).filter(({ name }) => name !== metrics.started.name);
  expect(shown.map(({ name }) => name).filter((name) => !all.includes(name))).toEqual([]);
  for (const name of Object.keys(dashboards)) {
    const board = JSON.parse(files[`grafana/dashboards/${name}.json`]!);
    expect(board.uid).toBe(name);
    const places = board.panels.flatMap(({ gridPos: { x, y, w, h } }: { gridPos: Record<string, number> }) =>
      Array.from({ length: w! * h! }, (_, at) => `${x! + (at % w!)}/${y! + Math.floor(at / w!)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(Math.max(...places.map((place: string) => Number(place.split("/")[0])))).toBeLessThan(24);
  }
});

test("[MX5] the files that the compose file mounts exist, and its services listen on loopback only", () => {
  const { services, volumes } = parse(readFileSync(`${FOLDER}/compose.yaml`, "utf8"));
  for (const { volumes: mounted } of Object.values<{ volumes: string[] }>(services))
    for (const source of mounted.map((one) => one.split(":")[0]!))
      if (source.startsWith(".")) expect(globSync(source, { cwd: FOLDER })).toHaveLength(1);
      else expect(Object.keys(volumes)).toContain(source);
  expect(services.prometheus.command).toContain("--web.listen-address=127.0.0.1:9090");
  expect(services.grafana.environment.GF_SERVER_HTTP_ADDR).toBe("127.0.0.1");
  expect(services.clew.command).toEqual(["node", "bin/clew.js", "serve"]);
});

test.runIf(hasPrometheus)("[MX5] promtool accepts the rules and the configuration", () => {
  const check = (what: string, file: string) =>
    execFileSync("promtool", ["check", what, `${FOLDER}/prometheus/${file}`], { encoding: "utf8" });
  expect(check("rules", "alerts.yml")).toContain("SUCCESS");
  expect(check("config", "prometheus.yml")).toContain("SUCCESS");
});
