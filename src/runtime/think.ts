import { CommandFailure, type ThinkRequest } from "../cli/command.ts";
import { Failure } from "../ledger/index.ts";
import { createLinearStream, createReasoning, type LinearResult } from "../reasoning/index.ts";
import { createSessions } from "../sessions/index.ts";
import { openRuntime, type RuntimeOptions } from "./open.ts";

/** Runs one step of linear reasoning for `clew think`. */
export async function thinkOnce(
  options: RuntimeOptions,
  workingFolder: string,
  { question, session, confidence, signal, onText }: ThinkRequest,
): Promise<LinearResult> {
  const runtime = await openRuntime(options);
  try {
    const handle = session?.trim()
      ? { text: session.trim(), origin: "argument" as const }
      : { text: "clew think", origin: "client" as const };
    const stream = createLinearStream();
    const sessions = createSessions(runtime.store, { ...runtime, folders: [workingFolder] });
    return await createReasoning(runtime.store, runtime).linear(
      await sessions.withProject({ handle, name: "clew think" }),
      { content: question, confidence },
      { signal, onText: (piece) => onText(stream.push(piece)) },
    );
  } catch (error) {
    throw error instanceof Failure ? new CommandFailure(error.message) : error;
  } finally {
    await runtime.close();
  }
}
