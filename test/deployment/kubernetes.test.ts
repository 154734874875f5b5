import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { spawnClew } from "../support/clew.ts";
import { connectHttp } from "../support/connect.ts";
import { ledgerVariables, prepareLedger } from "../support/deployment-ledger.ts";
import { freePort } from "../support/ports.ts";
import { hasPrometheus } from "../support/programs-installed.ts";
import { startPrometheus } from "../support/prometheus.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
}
interface Probe {
  readonly httpGet: { readonly path: string };
}

const TOKEN = "a-token-of-this-test-0123456789";
/** Not a name that a server accepts by default, just as a pod's address. */
const POD = "127.0.0.2";
/** The variables that Kubernetes sets in a pod for the Service called clew, unless service links are off. */
const SERVICE_LINKS = {
  CLEW_SERVICE_HOST: "10.96.0.7",
  CLEW_SERVICE_PORT: "80",
  CLEW_SERVICE_PORT_HTTP: "80",
  CLEW_PORT: "tcp://10.96.0.7:80",
  CLEW_PORT_80_TCP: "tcp://10.96.0.7:80",
  CLEW_PORT_80_TCP_PROTO: "tcp",
  CLEW_PORT_80_TCP_PORT: "80",
  CLEW_PORT_80_TCP_ADDR: "10.96.0.7",
};

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
afterAll(() => cleanup.disposeAsync());

function containerOf(file: string): Container {
  const [deployment] = parseAllDocuments(readFileSync(`integrations/kubernetes/${file}`, "utf8"), {
    merge: true,
  }).map((document) => document.toJS());
  expect(deployment.spec.template.spec.enableServiceLinks).toBe(false);
  return deployment.spec.template.spec.containers[0];
}

/** Runs a container's command line with its variables, and those of a pod with service links, on a free port. */
async function startContainer(container: Container): Promise<number> {
  await prepareLedger(home);
  const port = await freePort();
  const secrets: Record<string, string> = { ...ledgerVariables(home), CLEW_TOKEN: TOKEN };
  const env = Object.fromEntries(
    container.env.map(({ name, value }) => [name, value === "/data" ? home : (value ?? secrets[name]!)]),
  );
  const given = container.args.filter((arg) => arg !== "--port" && arg !== "4748");
  const child = spawnClew([...given, "--port", String(port)], { home, env: { ...env, ...SERVICE_LINKS } });
  const exited = once(child, "exit");
  child.stdout.resume();
  child.stderr.resume();
  cleanup.defer(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  return port;
}

describe("the containers of the manifests", () => {
  test.each(["server.yaml", "worker.yaml"])(
    "[SO8] [G5] %s starts with the variables of a pod, and its probes are answered by the pod's address",
    async (file) => {
      const container = containerOf(file);
      const port = await startContainer(container);
      const { startupProbe, readinessProbe, livenessProbe } = container;
      for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe])
        await expect
          .poll(async () => (await fetch(`http://${POD}:${port}${httpGet.path}`).catch(() => null))?.status)
          .toBe(200);
      // Anything else is refused under that name, with the token too.
      if (file === "server.yaml") {
        const answer = await fetch(`http://${POD}:${port}/api/sessions`, {
          headers: { authorization: `Bearer ${TOKEN}` },
        });
        expect(answer.status).toBe(403);
        await using connected = await connectHttp("2026-07-28", new URL(`http://127.0.0.1:${port}/mcp`), {
          authorization: `Bearer ${TOKEN}`,
        });
        expect((await connected.client.listTools()).tools.length).toBeGreaterThan(5);
      }
    },
  );

  test.runIf(hasPrometheus)(
    "[SO8] [SA10] a Prometheus reads their metrics by address, with a token",
    async () => {
      const ports = {
        http: await startContainer(containerOf("server.yaml")),
        health: await startContainer(containerOf("worker.yaml")),
      };
      const credentials = join(home, "token");
      writeFileSync(credentials, TOKEN);
      const [job] = parse(readFileSync("integrations/kubernetes/prometheus.yaml", "utf8"));
      expect(job.kubernetes_sd_configs).toEqual([{ role: "pod" }]);
      const { kubernetes_sd_configs: _, ...rest } = job;
      const label = "__meta_kubernetes_pod";
      const pods = Object.entries(ports).map(([name, port]) => ({
        targets: [`${POD}:${port}`],
        labels: {
          [`${label}_label_app_kubernetes_io_name`]: "clew",
          [`${label}_container_port_name`]: name,
          [`${label}_name`]: `clew-${name}`,
        },
      }));
      const port = await freePort();
      await using prometheus = await startPrometheus(port, {
        job: { ...rest, authorization: { credentials_file: credentials }, static_configs: pods },
      });
      const up = async () => {
        const answer = await fetch(`${prometheus.url}/api/v1/query?query=up`);
        const { data } = (await answer.json()) as {
          data: { result: { metric: { pod: string; job: string }; value: [number, string] }[] };
        };
        return data.result.map(({ metric, value }) => [metric.job, metric.pod, value[1]].join()).sort();
      };
      await expect.poll(up).toEqual(["clew,clew-health,1", "clew,clew-http,1"]);
    },
  );
});
