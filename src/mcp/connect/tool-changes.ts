import { setTimeout as after } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";

const FIRST_DELAY = 500;
const MAX_FAILURES = 6;
/** How long a server may take to acknowledge the subscription. */
const ACKNOWLEDGE_MS = 2_000;

/**
 * Calls back whenever a server's tools change; resolves when no later change can be missed. A server of the stateless
 * revision notifies only through a subscription: when that stream ends, it is opened again, and changes missed meanwhile
 * count as one.
 */
export async function watchTools(
  client: Client,
  onToolsChanged: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const notify = oneAtATime(onToolsChanged);
  client.setNotificationHandler("notifications/tools/list_changed", notify);
  if (client.getProtocolEra() !== "modern" || !client.getServerCapabilities()?.tools?.listChanged) return;
  const listening = Promise.withResolvers<void>();
  void listen(client, notify, signal, listening.resolve);
  await Promise.race([listening.promise, after(ACKNOWLEDGE_MS, undefined, { ref: false })]);
}

async function listen(
  client: Client,
  onToolsChanged: () => void,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<void> {
  let failures = 0;
  for (let first = true; failures < MAX_FAILURES && !signal.aborted; first = false) {
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal });
      if (first) onFirst();
      else onToolsChanged();
      failures = 0;
      if ((await subscription.closed) === "local") return;
    } catch {
      // A server without subscriptions is listed again when the host refreshes.
      onFirst();
    }
    failures++;
    await after(FIRST_DELAY * 2 ** (failures - 1), undefined, { ref: false, signal }).catch(() => {});
  }
}

/** Runs `work` once at a time; calls made while it runs cause one more run. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let requested = false;
  async function run(): Promise<void> {
    running = true;
    while (requested) {
      requested = false;
      // After a failure, the next change or refresh reads again.
      await work().catch(() => {});
    }
    running = false;
  }
  return () => {
    requested = true;
    if (!running) void run();
  };
}
