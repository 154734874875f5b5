import type { Probe } from "../../telemetry/probe.ts";
import type { Prometheus } from "../../telemetry/prometheus.ts";
import type { Sample } from "../../telemetry/registry.ts";

/** What the observability operations can read. */
export interface Observer {
  readonly version: string;
  /** The parts that `health` probes besides the server itself, in the order of the answer. */
  readonly probes: Readonly<Record<string, Probe>>;
  /** The current metrics of this process. */
  samples(): Promise<readonly Sample[]>;
  /** How long a session counts as active after its last thought, in milliseconds. */
  readonly activeMs: number;
  readonly prometheus?: Prometheus | undefined;
  /** The address of Grafana, without a password. */
  readonly grafana?: string | undefined;
}

/** An empty observer, for code that only describes what a server offers. */
export const unobserved: Observer = {
  version: "0.0.0",
  probes: {},
  samples: async () => [],
  activeMs: 15 * 60_000,
};
