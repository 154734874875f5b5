import { Failure } from "../ledger/index.ts";
import { collect, costOf, type Engine, EngineFailure, type Turn, textOf, type Usage } from "../llm/index.ts";

/** Callbacks of a caller that follows a model's work, and its cancellation signal. */
export interface ReasoningObserver {
  readonly signal?: AbortSignal;
  /** Called every two seconds while the model works, with the number of characters so far. */
  readonly progress?: (message: string, characters: number) => void;
  /** Called with each piece of the answer. */
  readonly onText?: (piece: string) => void;
  /** Called when the process doing the work died and another one continued it. */
  readonly onTakenOver?: () => void;
  /** Records the steps so that another process can continue the work. */
  readonly journal?: Journal;
}

/** Remembers the steps of a job. A process that continues it asks and records nothing twice. */
export interface Journal {
  /** The permanent name of the job. */
  readonly key: string;
  /** Returns the value stored under this name, or runs the step and stores its value as JSON. */
  remember<T>(name: string, step: () => Promise<T>): Promise<T>;
}

/** A model's answer. */
export interface ModelAnswer {
  readonly text: string;
  /** The engine and model that answered. */
  readonly engine: string;
  readonly model: string;
  readonly usage?: Usage;
}

/** Interval of progress reports. */
const HEARTBEAT_MS = 2_000;

/** Runs one model turn and returns its text. Every engine failure becomes a `Failure`. */
export async function ask(
  engine: Engine | undefined,
  turn: Turn,
  observer: ReasoningObserver = {},
): Promise<ModelAnswer> {
  if (!engine) throw new Failure("NO_ENGINE", {});
  const started = performance.now();
  let characters = 0;
  const report = () =>
    observer.progress?.(
      `${engine.name} is thinking, ${Math.round((performance.now() - started) / 1000)} s`,
      characters,
    );
  const heartbeat = setInterval(report, HEARTBEAT_MS);
  heartbeat.unref();
  try {
    const end = await collect(engine.turn({ ...turn, signal: observer.signal }), (event) => {
      if (event.type !== "text") return;
      characters += event.text.length;
      observer.onText?.(event.text);
    });
    const text = textOf(end.message);
    if (text.trim() === "")
      throw new Failure("ENGINE_REFUSED", {
        reason: `${engine.name} answered without any text (${end.stop}).`,
      });
    return { text, engine: engine.name, model: end.model, usage: end.usage };
  } catch (error) {
    throw error instanceof EngineFailure ? toFailure(error) : error;
  } finally {
    clearInterval(heartbeat);
  }
}

function toFailure({ kind, message, engine }: EngineFailure): Failure {
  if (kind === "cancelled" || kind === "deferred") return new Failure("CANCELLED", {});
  if (kind === "timeout") return new Failure("ENGINE_TIMEOUT", { reason: message });
  if (kind === "unavailable" || kind === "rate" || kind === "open")
    return new Failure("ENGINE_UNAVAILABLE", { reason: message, engine });
  return new Failure("ENGINE_REFUSED", { reason: message });
}

/** Tokens and cost of an answer, as the metadata of a thought. */
export function spentOf({ model, usage }: ModelAnswer): { readonly usage?: Usage; readonly cost?: number } {
  if (usage === undefined) return {};
  const cost = costOf(model, usage);
  return { usage, ...(cost !== undefined && { cost }) };
}
