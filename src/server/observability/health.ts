import * as z from "zod";
import type { Finding } from "../../telemetry/probe.ts";
import type { Observer } from "./observer.ts";
import { defineObserving } from "./operation.ts";

/** Probes every configured part at once. */
export const health = defineObserving({
  name: "health",
  summary: "",
  input: z.object({}),
  example: {},
  run: (_, { observer }) => healthOf(observer),
});

/** The health of the server and of every part that it uses. */
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

/** Without its store the server is unhealthy; without any other part it is degraded. */
function overall(services: Readonly<Record<string, Finding>>): "healthy" | "degraded" | "unhealthy" {
  if (services.store?.status === "down") return "unhealthy";
  return Object.values(services).some(({ status }) => status === "down") ? "degraded" : "healthy";
}
