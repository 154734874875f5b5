import { Hono } from "hono";

/** Whether the server can do its work, with the reason if it cannot. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reason?: string | undefined;
  /** What does not work although the server is ready. */
  readonly warning?: string | undefined;
}

/** `/healthz`: the process is alive. `/readyz`: it can write to its store. */
export function healthRoutes(version: string, readiness?: () => Promise<Readiness>): Hono {
  const routes = new Hono();
  routes.get("/healthz", (context) => context.json({ status: "ok", version }));
  routes.get("/readyz", async (context) => {
    const { isReady, reason, warning } = (await readiness?.()) ?? { isReady: true };
    context.header("Cache-Control", "no-store");
    if (isReady) return context.json({ status: "ready", version, warning });
    return context.json({ status: "not_ready", version, reason }, 503);
  });
  return routes;
}
