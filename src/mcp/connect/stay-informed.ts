import { setTimeout as after } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";

const FIRST_DELAY = 500;
const MOST_FAILURES = 6;
/** How long a server may take to say that it is being listened to. */
const PATIENCE_MS = 2_000;

/**
 * Calls back whenever a server says that its tools have changed; resolves when nothing is missed from then on. A server
 * of the stateless revision says so only while it is listened to: a stream that ends is opened again, and what was
 * missed meanwhile is told as one change.
 */
export async function stayInformed(
  client: Client,
  onToolsChanged: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const tell = oneAtATime(onToolsChanged);
  client.setNotificationHandler("notifications/tools/list_changed", tell);
  if (client.getProtocolEra() !== "modern" || !client.getServerCapabilities()?.tools?.listChanged) return;
  const listening = Promise.withResolvers<void>();
  void listen(client, tell, signal, listening.resolve);
  await Promise.race([listening.promise, after(PATIENCE_MS, undefined, { ref: false })]);
}

async function listen(
  client: Client,
  onToolsChanged: () => void,
  signal: AbortSignal,
  onFirst: () => void,
): Promise<void> {
  let failures = 0;
  for (let first = true; failures < MOST_FAILURES && !signal.aborted; first = false) {
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal });
      if (first) onFirst();
      else onToolsChanged();
      failures = 0;
      if ((await subscription.closed) === "local") return;
    } catch {
      // A server that does not take listeners is asked when the host asks.
      onFirst();
    }
    failures++;
    await after(FIRST_DELAY * 2 ** (failures - 1), undefined, { ref: false, signal }).catch(() => {});
  }
}

/** However often it is asked for, it is done once at a time, and once more for all that asked meanwhile. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running = false;
  let wanted = false;
  async function run(): Promise<void> {
    running = true;
    while (wanted) {
      wanted = false;
      // What could not be read now is read at the next change, or when the host asks.
      await work().catch(() => {});
    }
    running = false;
  }
  return () => {
    wanted = true;
    if (!running) void run();
  };
}
