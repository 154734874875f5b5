import { shortName } from "../draft-message.ts";
import type { Engine, Turn, Usage } from "../engine.ts";
import { EngineFailure } from "../engine-failure.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { type Message, textOf } from "../message.ts";
import { toEngine } from "../provider.ts";
import { readJson, send, serviceUrl } from "../send.ts";

/** Connection to Langbase. */
export interface LangbaseSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly pipe?: string;
  /** Pipes for single purposes. */
  readonly pipes?: Readonly<Record<string, string | undefined>>;
}

interface PipeAnswer {
  readonly completion?: unknown;
  readonly raw?: RawAnswer;
}

interface RawAnswer {
  readonly id?: unknown;
  readonly model?: unknown;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number };
}

/** A Langbase pipe: text in, text out, in the thread that the turn names. */
export function langbaseEngine(settings: LangbaseSettings): Engine {
  const { apiKey, baseUrl = "https://api.langbase.com", pipe = "linear-reasoning-v1", pipes = {} } = settings;
  const service = (requested = pipe): Service => ({
    engine: "langbase",
    label: "Langbase",
    address: baseUrl,
    key: apiKey,
    noun: "pipe",
    model: requested,
    variables: { address: "LANGBASE_BASE_URL", key: "LANGBASE_API_KEY", model: "PIPE_LINEAR" },
  });
  const pipeFor = ({ model, purpose = "" }: Pick<Turn, "model" | "purpose">) =>
    model ?? (Object.hasOwn(pipes, purpose) ? pipes[purpose] : undefined) ?? pipe;
  return toEngine({
    name: "langbase",
    model: pipe,
    async *run(turn) {
      checkService(service());
      const name = pipeFor(turn);
      const response = await send(serviceUrl(baseUrl, "/v1/pipes/run"), {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(bodyOf(name, turn)),
        answer: "document",
        signal: turn.signal,
      });
      const { completion: text, raw = {} } = (await readJson(response)) as PipeAnswer;
      if (typeof text !== "string") throw new TypeError("The answer has no completion.");
      const model = shortName(raw?.model) ?? name;
      const id = shortName(raw?.id);
      const thread = response.headers["lb-thread-id"] ?? turn.thread;
      yield { type: "start", model, id };
      if (text !== "") yield { type: "text", block: 0, text };
      yield {
        type: "done",
        message: { role: "assistant", content: [{ type: "text", text }] },
        stop: "end",
        usage: usageOf(raw ?? {}),
        model,
        id,
        thread: thread === undefined ? undefined : String(thread),
      };
    },
    failure: (thrown, turn) => failureOf(service(pipeFor(turn)), thrown),
  });
}

function bodyOf(name: string, turn: Turn) {
  if ((turn.tools ?? []).length > 0 && turn.toolChoice !== "none") {
    const text = "A Langbase pipe has its own tools and accepts none from Clew.";
    throw new EngineFailure("refused", "langbase", text);
  }
  const system = turn.system === undefined ? [] : [{ role: "system", content: turn.system }];
  return {
    name,
    messages: [...system, ...turn.messages.map(messageOf)],
    stream: false,
    threadId: turn.thread,
  };
}

function messageOf(message: Message) {
  return { role: message.role, content: textOf(message) };
}

function usageOf({ usage }: RawAnswer): Usage | undefined {
  if (usage?.prompt_tokens === undefined || usage.completion_tokens === undefined) return;
  return { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
}
