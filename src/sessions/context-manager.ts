import type { WindowEntry } from "../ledger/index.ts";
import { sessionIdFor } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { Annotations } from "./annotations.ts";
import { type ContextView, DEFAULT_WINDOW, formattedContext, readContext, think } from "./context.ts";

/** The statistics of a session without its thoughts. */
export interface ContextSummary {
  readonly session_id: string;
  readonly total_steps: number;
  readonly created_at: string | null;
  readonly last_updated: string | null;
}

/** Thoughts that accumulate per session, with a window on the newest. The ledger keeps all of them. */
export class ContextManager {
  readonly #store: Promise<Store>;
  readonly #maxThoughts: number;

  constructor(store: Store | Promise<Store>, maxThoughts: number = DEFAULT_WINDOW) {
    if (!Number.isSafeInteger(maxThoughts) || maxThoughts < 1)
      throw new RangeError(`maxThoughts must be a whole number of 1 or more, not ${maxThoughts}`);
    this.#store = Promise.resolve(store);
    this.#maxThoughts = maxThoughts;
  }

  /** The window of a session. Reading an unknown session creates nothing. */
  async getContext(sessionId: string): Promise<ContextView> {
    return readContext(await this.#store, this.#maxThoughts, sessionId);
  }

  /**
   * Appends a thought and answers its step. A context that is passed in is brought up to date in place. `annotations`
   * declare facts (`marks`), evidence, a question to a person, a confidence, or the project of a new session.
   */
  async addThought(
    sessionId: string,
    thought: string,
    context?: ContextView,
    annotations: Annotations = {},
  ): Promise<number> {
    const author = { handle: { text: sessionId, origin: "argument" } } as const;
    const store = await this.#store;
    const { step } = await think(store, this.#maxThoughts, author, thought, "library", annotations);
    if (context) Object.assign(context, await this.getContext(sessionId));
    return step;
  }

  /** The thoughts in the window, oldest first. */
  async getAllThoughts(sessionId: string): Promise<readonly WindowEntry[]> {
    return (await this.getContext(sessionId)).thoughts;
  }

  /** The window as one text for a prompt; empty if it has no thoughts. */
  async getFormattedContext(sessionId: string): Promise<string> {
    return formattedContext(await this.#store, this.#maxThoughts, sessionId);
  }

  /** Empties the window; the ledger keeps the history, and step numbers continue. */
  async clearContext(sessionId: string): Promise<void> {
    const store = await this.#store;
    const id = sessionIdFor(sessionId);
    if (await store.session(id)) await store.changeSession(id, { clearWindow: true });
  }

  /** The statistics of a session. */
  async getContextSummary(sessionId: string): Promise<ContextSummary> {
    const session = await (await this.#store).session(sessionIdFor(sessionId));
    return {
      session_id: sessionId,
      total_steps: session?.thoughtCount ?? 0,
      created_at: session?.createdAt ?? null,
      last_updated: session?.updatedAt ?? null,
    };
  }

  /** Closes the ledger once everything accepted is written. */
  async close(): Promise<void> {
    await (await this.#store).close();
  }
}
