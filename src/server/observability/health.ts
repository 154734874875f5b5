import * as z from "zod";
import type { Finding } from "../../telemetry/probe.ts";
import type { Observer } from "./observer.ts";
import { defineObserving } from "./operation.ts";

/** Looks at every part that is configured, all at once. */
export const health = defineObserving({
  name: "health",
  summary: "",
  input: z.object({}),
  example: {},
  run: (_, { observer }) => healthOf(observer),
});

/** How the server and every part that it uses are. */
export async function healthOf({ probes, version }: Observer) {
  const found = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => [name, await probe()] as const),
  );
  const services: Readonly<Record<string, Finding>> = {
    thoughtbox: { status: "up", version },
    ...Object.fromEntries(found),
  };
  return { status: overall(services), services, timestamp: new Date().toISOString() };
}

/** Without its store the server is of no use; without anything else it does less. */
function overall(services: Readonly<Record<string, Finding>>): "healthy" | "degraded" | "unhealthy" {
  if (services.store?.status === "down") return "unhealthy";
  return Object.values(services).some(({ status }) => status === "down") ? "degraded" : "healthy";
}
