import type {
  Client,
  ClientCapabilities,
  CreateMessageRequest,
  ElicitRequest,
  SamplingMessage,
} from "@modelcontextprotocol/client";
import type { Callbacks } from "./options.ts";
import { schemaProblem } from "./schema-problem.ts";

/** The capabilities that servers see, given the host's callbacks. */
export function capabilitiesOf({ elicit, sample, roots }: Callbacks): ClientCapabilities {
  return {
    elicitation: { form: { applyDefaults: true }, ...(elicit && { url: {} }) },
    ...(sample && { sampling: {} }),
    ...(roots && { roots: {} }),
  };
}

/** Runs something that waits for a person; the time limits of calls are paused meanwhile. */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>;

/** Answers a server's requests with the host's callbacks. */
export function answerServer(client: Client, server: string, callbacks: Callbacks, ask: Ask): void {
  const { elicit, sample, roots } = callbacks;
  client.setRequestHandler("elicitation/create", async (request, { mcpReq }) => {
    if (elicit === undefined) return { action: "decline" };
    const problem = schemaProblem(request.params);
    if (problem !== undefined) throw new Error(`The form is too large: ${problem}.`);
    // If the form could not be shown, it counts as cancelled; the server does not learn why.
    const answer = await ask(() => elicit({ server, ...toQuestion(request) }, mcpReq.signal)).catch(
      () => ({ action: "cancel" }) as const,
    );
    if (answer.action !== "accept") return { action: answer.action };
    const content = Object.entries(answer.content ?? {}).map(([key, value]) => [
      key,
      typeof value === "object" ? [...value] : value,
    ]);
    return { action: "accept", content: Object.fromEntries(content) };
  });
  if (sample)
    client.setRequestHandler("sampling/createMessage", async (request, { mcpReq }) => {
      const { model, text, stopReason } = await ask(() =>
        sample({ server, ...toSampling(request) }, mcpReq.signal),
      );
      return { role: "assistant", content: { type: "text", text }, model, stopReason };
    });
  if (roots)
    client.setRequestHandler("roots/list", async () => ({
      roots: (await roots(server)).map((root) => ({ ...root })),
    }));
}

function toQuestion({ params }: ElicitRequest) {
  if (params.mode === "url") return { message: params.message, url: params.url };
  return { message: params.message, schema: params.requestedSchema };
}

function toSampling({ params }: CreateMessageRequest) {
  const { messages, systemPrompt, maxTokens, temperature, stopSequences } = params;
  return {
    messages: messages.map(({ role, content }) => ({ role, text: textOf(content) })),
    systemPrompt,
    maxTokens,
    temperature,
    stopSequences,
  };
}

/** Sampling supports text only; other parts are replaced by their type. */
function textOf(content: SamplingMessage["content"]): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
}
