import { CommandFailure, type ThinkOrder } from "./cli/command.ts";
import { composeEngine } from "./compose-engine.ts";
import type { Config } from "./config/schema.ts";
import { Failure } from "./ledger/index.ts";
import {
  createInvocationLog,
  createLinearStream,
  createReasoning,
  type LinearResult,
} from "./reasoning/index.ts";
import type { Store } from "./store/port.ts";

/** One step of linear reasoning from the shell; the store is closed in the end. */
export async function thinkOnce(
  config: Config,
  home: string,
  store: Store,
  { question, session, confidence, signal, onText }: ThinkOrder,
): Promise<LinearResult> {
  const retention = { days: config.invocationDays, rows: config.invocationRows };
  const invocations = createInvocationLog(store, retention, () => {});
  try {
    const { thinkMaxThoughts } = config;
    const reasoning = createReasoning(store, {
      thinkMaxThoughts,
      home,
      engine: composeEngine(config),
      invocations,
    });
    const handle = session?.trim()
      ? { text: session.trim(), origin: "argument" as const }
      : { text: "clew think", origin: "client" as const };
    const stream = createLinearStream();
    return await reasoning.linear(
      { handle, name: "clew think" },
      { content: question, confidence },
      { signal, onText: (piece) => onText(stream.push(piece)) },
    );
  } catch (error) {
    throw error instanceof Failure ? new CommandFailure(error.message) : error;
  } finally {
    await invocations.close();
    await store.close();
  }
}
