import { collectAnswer, type MessageAnswer, MessageFailure } from "../../host/message-answer.ts";
import type { MessageStream } from "../../host/message-stream.ts";
import { CommandFailure } from "../command.ts";
import { line, safeJson } from "../table.ts";
import type { Chat } from "./open-chat.ts";
import { createSafeText } from "./safe-text.ts";
import { STOPS } from "./turn-view.ts";

/** Answers one message for a script: only the answer on stdout, everything else on stderr. */
export async function print(chat: Chat, message: string, json: boolean, signal: AbortSignal): Promise<void> {
  const { parts, session, terminal } = chat;
  const stream = parts.manager.sendMessageStream(session.id, message, { signal });
  try {
    const answer = await collectAnswer(json ? stream : printed(stream, terminal.out));
    if (json) terminal.out(`${safeJson(JSON.stringify(answerObject(chat, answer), null, 2))}\n`);
    else for (const note of notesOf(answer)) terminal.err(`clew: ${line(note)}\n`);
    if (answer.stop === "refusal") process.exitCode = 1;
  } catch (error) {
    throw error instanceof MessageFailure ? new CommandFailure(line(error.message)) : error;
  }
}

/** Writes the blocks of the answer as they arrive, separated by blank lines. */
async function* printed(stream: MessageStream, out: (text: string) => void): MessageStream {
  let id: string | undefined;
  let text: ReturnType<typeof createSafeText> | undefined;
  try {
    for await (const chunk of stream) {
      if (chunk.type === "content") {
        if (id !== chunk.id) {
          text?.end();
          if (text) out("\n");
          text = createSafeText(out);
          id = chunk.id;
        }
        text?.push(chunk.content);
      }
      yield chunk;
    }
  } finally {
    text?.end();
  }
}

function notesOf({ warnings, limited, stop }: MessageAnswer): string[] {
  return [
    ...warnings,
    ...(limited ? [limited.error] : []),
    ...(stop === "length" || stop === "refusal" ? [STOPS[stop].slice(2)] : []),
  ];
}

function answerObject({ session }: Chat, answer: MessageAnswer): object {
  const { content, thinking, toolCalls, usage, cost, stop, limited, warnings } = answer;
  return {
    session_id: session.id,
    model: session.llmConfig.model,
    content,
    thinking,
    tool_calls: toolCalls.map(({ id: _, isError, durationMs, ...call }) => {
      return { ...call, is_error: isError, duration_ms: Math.round(durationMs) };
    }),
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_read_tokens: usage.cacheReadTokens ?? 0,
      cache_write_tokens: usage.cacheWriteTokens ?? 0,
    },
    cost: cost ?? null,
    stop,
    limited: limited ?? null,
    warnings,
  };
}
