import type { Probe } from "../../telemetry/probe.ts";
import type { Prometheus } from "../../telemetry/prometheus.ts";
import type { Sample } from "../../telemetry/registry.ts";

/** What there is to see of the system that serves. */
export interface Observer {
  readonly version: string;
  /** The parts that `health` looks at besides the server itself, in the order of the answer. */
  readonly probes: Readonly<Record<string, Probe>>;
  /** The figures of this process as they are now. */
  samples(): Promise<readonly Sample[]>;
  /** How long a session counts as active after its last thought, in milliseconds. */
  readonly activeMs: number;
  readonly prometheus?: Prometheus | undefined;
  /** Where Grafana is, without a password. */
  readonly grafana?: string | undefined;
}

/** An observer that sees nothing but that it is there: for those who only describe what a server offers. */
export const unobserved: Observer = {
  version: "0.0.0",
  probes: {},
  samples: async () => [],
  activeMs: 15 * 60_000,
};
