import { Failure } from "../ledger/index.ts";
import { collect, type Engine, EngineFailure, type Turn, textOf, type Usage } from "../llm/index.ts";

/** How a caller follows a model's work, and ends it. */
export interface ReasoningObserver {
  readonly signal?: AbortSignal;
  /** Called now and then while the model works, and with what it has said so far. */
  readonly progress?: (says: string, letters: number) => void;
  /** Called with each piece of the answer as it comes. */
  readonly onText?: (piece: string) => void;
  /** Called when the process that did the work died, and another one has gone on with it. */
  readonly onTakenOver?: () => void;
  /** Where the work is written down for another process that may have to go on with it. */
  readonly journal?: Journal | undefined;
}

/** Remembers the steps of work, so that whoever goes on with it asks and records nothing twice. */
export interface Journal {
  /** Names the work for ever. */
  readonly key: string;
  /** What was remembered under this name, else what the step gives, which is then remembered; JSON. */
  remember<T>(name: string, step: () => Promise<T>): Promise<T>;
}

/** What a model answered. */
export interface ModelAnswer {
  readonly text: string;
  /** The engine and the model that really answered. */
  readonly engine: string;
  readonly model: string;
  readonly usage?: Usage;
}

/** How often a caller hears that the model is still at work. */
const HEARTBEAT_MS = 2_000;

/** Takes one model turn and answers its text; whatever goes wrong becomes a failure that says what to do. */
export async function ask(
  engine: Engine | undefined,
  turn: Turn,
  watch: ReasoningObserver = {},
): Promise<ModelAnswer> {
  if (!engine) throw new Failure("NO_ENGINE", {});
  const started = performance.now();
  let letters = 0;
  const tell = () =>
    watch.progress?.(
      `${engine.name} is thinking, ${Math.round((performance.now() - started) / 1000)} s`,
      letters,
    );
  const heartbeat = setInterval(tell, HEARTBEAT_MS);
  heartbeat.unref();
  try {
    const asked = { ...turn, ...(watch.signal && { signal: watch.signal }) };
    const end = await collect(engine.turn(asked), (event) => {
      if (event.type !== "text") return;
      letters += event.text.length;
      watch.onText?.(event.text);
    });
    const text = textOf(end.message);
    if (text.trim() === "")
      throw new Failure("ENGINE_REFUSED", {
        reason: `${engine.name} answered without any text (${end.stop}).`,
      });
    return { text, engine: engine.name, model: end.model, ...(end.usage && { usage: end.usage }) };
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
