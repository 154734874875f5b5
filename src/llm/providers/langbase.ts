import type { Engine, Turn, Usage } from "../engine.ts";
import { EngineFailure } from "../engine-failure.ts";
import { checkService, failureOf, type Service } from "../failures.ts";
import { type Message, textOf } from "../message.ts";
import { oneEnd } from "../one-end.ts";
import { readJson, send, serviceUrl } from "../send.ts";
import { shortName } from "../short-name.ts";

/** How Langbase is reached. */
export interface LangbaseSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly pipe?: string;
  /** Pipes for purposes of their own. */
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
  const service = (asked = pipe): Service => ({
    engine: "langbase",
    label: "Langbase",
    address: baseUrl,
    key: apiKey,
    noun: "pipe",
    model: asked,
    variables: { address: "LANGBASE_BASE_URL", key: "LANGBASE_API_KEY", model: "PIPE_LINEAR" },
  });
  const pipeFor = ({ model, purpose = "" }: Pick<Turn, "model" | "purpose">) =>
    model ?? (Object.hasOwn(pipes, purpose) ? pipes[purpose] : undefined) ?? pipe;
  return oneEnd({
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
      if (typeof text !== "string") throw new TypeError("There is no completion in the answer.");
      const model = shortName(raw?.model) ?? name;
      const givenId = shortName(raw?.id);
      const id = givenId === undefined ? {} : { id: givenId };
      const thread = response.headers["lb-thread-id"] ?? turn.thread;
      yield { type: "start", model, ...id };
      if (text !== "") yield { type: "text", block: 0, text };
      yield {
        type: "done",
        message: { role: "assistant", content: [{ type: "text", text }] },
        stop: "end",
        ...usageOf(raw ?? {}),
        model,
        ...id,
        ...(thread === undefined ? {} : { thread: String(thread) }),
      };
    },
    failure: (thrown, turn) => failureOf(service(pipeFor(turn)), thrown),
  });
}

function bodyOf(name: string, turn: Turn) {
  if ((turn.tools ?? []).length > 0 && turn.toolChoice !== "none") {
    throw new EngineFailure(
      "refused",
      "langbase",
      "A Langbase pipe has its own tools and takes none from Clew.",
    );
  }
  const system = turn.system === undefined ? [] : [{ role: "system", content: turn.system }];
  return {
    name,
    messages: [...system, ...turn.messages.map(messageOf)],
    stream: false,
    ...(turn.thread === undefined ? {} : { threadId: turn.thread }),
  };
}

function messageOf(message: Message) {
  return { role: message.role, content: textOf(message) };
}

function usageOf({ usage }: RawAnswer): { readonly usage?: Usage } {
  if (usage?.prompt_tokens === undefined || usage.completion_tokens === undefined) return {};
  return { usage: { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } };
}
