import type * as z from "zod";
import type { Aliases } from "../../ledger/index.ts";
import type { ToolContext } from "../../mcp/define.ts";
import type { Probe } from "../../telemetry/probe.ts";
import type { Prometheus } from "../../telemetry/prometheus.ts";
import type { Sample } from "../../telemetry/registry.ts";

/** What an operation gets besides its arguments. */
interface ObservingContext extends Pick<ToolContext, "sessions" | "progress" | "caller"> {
  readonly observer: Observer;
}

/** An operation of the observability gateway: a value, like a tool. */
export interface ObservingOperation<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** Its arguments, for the tool's description. */
  readonly summary: string;
  readonly input: I;
  readonly aliases?: Aliases;
  /** Example arguments. */
  readonly example: z.input<I>;
  run(input: Partial<z.output<I>>, context: ObservingContext): Promise<Readonly<Record<string, unknown>>>;
}

/** Checks an operation's types; changes nothing. */
export function defineObserving<I extends z.ZodObject>(operation: ObservingOperation<I>): ObservingOperation {
  return operation as unknown as ObservingOperation;
}

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
