import { readdirSync, readFileSync } from "node:fs";
import { DCLinter } from "dclint";
import { Deployment } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Secret, Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { type Setting, settings } from "../../src/config/schema.ts";

const kinds = { Deployment, PodDisruptionBudget, Secret, Service };
const folder = "integrations/kubernetes";
/** The scrape configuration is Prometheus's and has its own test. */
const manifests = readdirSync(folder).filter((file) => file.endsWith(".yaml") && file !== "prometheus.yaml");
const objects = manifests.flatMap((file) =>
  parseAllDocuments(readFileSync(`${folder}/${file}`, "utf8"), { merge: true }).map(
    (document) => document.toJS() as Manifest,
  ),
);
const containers = objects.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
const variables = new Set(Object.values(settings).map(({ env }: Setting) => env));

interface Manifest {
  readonly kind: keyof typeof kinds;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: { readonly containers: readonly Container[] };
    };
    readonly selector?: Record<string, unknown>;
  };
}

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly [probe: string]: unknown;
}

describe("manifests for many machines", () => {
  test.each(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))(
    "[SO1] %s is what Kubernetes takes",
    (_, object) => {
      new kinds[object.kind](object as never).validate();
    },
  );

  test("[SO1] refuses a manifest with a wrong value", () => {
    const server = structuredClone(objects.find(({ kind }) => kind === "Deployment")!);
    const wrong = { ...server, spec: { ...server.spec, replicas: "three" } };
    expect(() => new Deployment(wrong as never).validate()).toThrow(/replicas/);
  });

  test("[SO1] probes use declared ports, and services and budgets select declared pods", () => {
    for (const container of containers)
      for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"])
        expect(container.ports.map(({ name }) => name)).toContain(
          (container[probe] as { httpGet: { port: string } }).httpGet.port,
        );
    const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template.metadata.labels] : []));
    for (const { spec, kind } of objects) {
      const selector = spec?.selector && (kind === "Service" ? spec.selector : spec.selector.matchLabels);
      if (selector) expect(pods).toContainEqual(expect.objectContaining(selector));
    }
  });

  test("[SO1] every variable that a manifest sets is one of Clew's", () => {
    const compose = parse(readFileSync("integrations/scale-out/compose.yaml", "utf8"), { merge: true });
    const named = [
      ...containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ...["server-1", "worker"].flatMap((name) => Object.keys(compose.services[name].environment)),
    ];
    expect(named.filter((name) => !variables.has(name))).toEqual([]);
  });

  test.each(["integrations/scale-out/compose.yaml", "integrations/observability/compose.yaml"])(
    "[SO1] Docker Compose accepts %s",
    (file) => {
      const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] } as never);
      const [result] = linter.lintFiles([file], false);
      const wrong = result!.messages.filter(({ rule }: { readonly rule: string }) =>
        rule.startsWith("invalid"),
      );
      expect(wrong).toEqual([]);
    },
  );
});
