import { setTimeout as delay } from "node:timers/promises";
import type { Principal } from "../ledger/principal.ts";
import { costOf } from "../llm/index.ts";
import type { ModelClient, OnModelClient } from "../mcp/model-clients.ts";
import { extractFacts } from "../reasoning/extract-facts.ts";
import { recordedEngine } from "../reasoning/index.ts";
import { dailyCalls, EVERY_MS, type Extractor, isFinished, LONGEST_CALL_MS } from "./extract-facts.ts";
import type { StoreView } from "./views.ts";

/**
 * Lets the models of connected clients read for facts, if the operator allows it and no engine is configured. Each client's
 * model reads only sessions in which that client has recorded thoughts.
 */
export function extractionByClients(
  { config, engine, store, log }: Extractor,
  viewOf: (principal: Principal | undefined) => StoreView,
): OnModelClient | undefined {
  if (config.facts !== "model" || engine) return undefined;
  const takeCall = dailyCalls(store, config.factCalls);
  return (client) => {
    void keepAsking(client, viewOf(client.principal), takeCall).catch((error: unknown) => {
      if (!client.disconnected.aborted) log.debug("facts by client", { error });
    });
  };
}

/** Asks while the client is connected. Ends with the first call that fails: a client that declines is not asked again. */
async function keepAsking(
  client: ModelClient,
  view: Pick<StoreView, "store" | "note">,
  takeCall: () => Promise<boolean>,
): Promise<void> {
  for (;;) {
    await delay(EVERY_MS, undefined, { signal: client.disconnected, ref: false });
    await readOwnSessions(client, view, takeCall);
  }
}

/** Lets a client's model read the finished stretches of its sessions, while calls can be taken; returns how many it read. */
export async function readOwnSessions(
  { model, sessionIds, disconnected }: Pick<ModelClient, "model" | "sessionIds" | "disconnected">,
  { store, note = () => {} }: Pick<StoreView, "store" | "note">,
  takeCall: () => Promise<boolean>,
  now = Date.now(),
): Promise<number> {
  const recorded = recordedEngine(model, { note }, costOf);
  let calls = 0;
  for (const id of [...sessionIds]) {
    const session = await store.session(id);
    if (!session || !isFinished(session, await store.factReading(id), now)) continue;
    if (!(await takeCall())) break;
    calls++;
    const signal = AbortSignal.any([disconnected, AbortSignal.timeout(LONGEST_CALL_MS)]);
    await extractFacts(store, recorded, id, { signal });
  }
  return calls;
}
