import type { After, ToolResultPart } from "../../llm/index.ts";
import type { HostTool, HostToolResult, PendingCall, ToolHooks, ToolProgress } from "../loop.ts";
import { LONGEST_TIMER_MS, unlessAborted } from "./interruption.ts";

/** How a tool runs. */
export interface ToolRunOptions {
  readonly signal: AbortSignal;
  /** How long it may take without progress. */
  readonly timeoutMs: number;
  readonly after: After;
  readonly hooks: ToolHooks;
  readonly onProgress: (message: string, progress: ToolProgress | undefined) => void;
}

/** A tool that keeps reporting progress is stopped after this many timeouts. */
const MOST_TIMEOUTS = 10;

/** Runs a tool with its hooks. Every failure becomes a result; undefined as soon as the run is interrupted. */
export async function runTool(
  tool: HostTool,
  call: PendingCall,
  options: ToolRunOptions,
): Promise<HostToolResult | undefined> {
  const { beforeTool, afterTool } = options.hooks;
  try {
    if (beforeTool && (await unlessAborted(options.signal, () => beforeTool(call))) === undefined) return;
  } catch (error) {
    return errorResult(`'${call.name}' was not run: the beforeTool hook failed: ${problemOf(error)}`);
  }
  const result = await attempt(tool, call, options);
  if (result === undefined || afterTool === undefined) return result;
  try {
    const replaced = await unlessAborted(options.signal, () => afterTool(call, result));
    return replaced?.value ?? result;
  } catch (error) {
    return errorResult(`'${call.name}' was run, but the afterTool hook failed: ${problemOf(error)}`);
  }
}

/** The message of anything that was thrown. */
export function problemOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== "") return thrown.message;
  return typeof thrown === "string" && thrown !== "" ? thrown : "no reason was given.";
}

const NOTHING: HostToolResult = { content: [], isError: false };

/** The tool's result, or an error result. A tool that ignores its signal is not waited for. */
function attempt(tool: HostTool, call: PendingCall, options: ToolRunOptions) {
  const { signal, timeoutMs, after } = options;
  const stopping = new AbortController();
  return new Promise<HostToolResult | undefined>((resolve) => {
    let isOver = false;
    let stopTimer = () => {};
    let stopTotal = () => {};
    const end = (result: HostToolResult | undefined) => {
      isOver = true;
      stopTimer();
      stopTotal();
      signal.removeEventListener("abort", interrupt);
      resolve(result);
    };
    const stop = (result: HostToolResult | undefined) => {
      end(result);
      stopping.abort();
    };
    const interrupt = () => stop(undefined);
    const startTimer = () => {
      stopTimer();
      const text = `'${call.name}' was stopped: no progress for ${timeoutMs / 1000} s.`;
      if (!isOver) stopTimer = after(timeoutMs, () => stop(errorResult(text)));
    };
    if (signal.aborted) return interrupt();
    signal.addEventListener("abort", interrupt, { once: true });
    startTimer();
    const totalMs = Math.min(LONGEST_TIMER_MS, timeoutMs * MOST_TIMEOUTS);
    const tooLong = `'${call.name}' was stopped: it may take at most ${totalMs / 1000} s.`;
    stopTotal = after(totalMs, () => stop(errorResult(tooLong)));
    const onProgress = (message: string, progress?: ToolProgress) => {
      if (isOver) return;
      startTimer();
      options.onProgress(message, progress);
    };
    (async () => await tool.run(call.input, { signal: stopping.signal, onProgress }))().then(
      (result) => end(result ?? NOTHING),
      (error) => end(errorResult(`'${call.name}' failed: ${problemOf(error)}`)),
    );
  });
}

type Part = HostToolResult["content"][number];

/** Base64 characters of one image; services refuse larger ones. */
const MOST_IMAGE = 5 * 1024 * 1024;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Adapts a tool's result to what services accept. Long text keeps its head and tail; unsupported or oversized images are
 * replaced by a note; an empty result becomes a sentence.
 */
export function fitResult(result: HostToolResult, maxCharacters: number): HostToolResult {
  const isError = result?.isError === true;
  const parts: readonly unknown[] = Array.isArray(result?.content) ? result.content : [];
  const content = shorten(
    parts.map((part) => fitPart(part, isError)),
    maxCharacters,
  );
  if (content.some((part) => part.type === "image" || part.text.trim() !== "")) return { content, isError };
  return { content: [{ type: "text", text: "The tool returned nothing." }], isError };
}

/** A result with one error text. */
export function errorResult(text: string): HostToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** A result as the message part that answers the call. */
export function resultPart(callId: string, { content, isError }: HostToolResult): ToolResultPart {
  return { type: "tool_result", callId, content, ...(isError && { isError }) };
}

/** A result as text, for display. */
export function resultText({ content }: HostToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}

/** Checks the part at run time: a tool may return something other than its type says. */
function fitPart(part: unknown, isError: boolean): Part {
  const { type, text, mediaType, data } = (part ?? {}) as Record<string, unknown>;
  // No service can read a request with half a surrogate pair.
  if (type === "text" && typeof text === "string") return { type, text: text.toWellFormed() };
  if (type !== "image" || typeof mediaType !== "string" || typeof data !== "string")
    return omitted(`A part of type '${String(type)}'`, "it cannot be shown to a model");
  const what = `An image of type '${mediaType}'`;
  // Services accept no images in the result of a failed call.
  if (isError) return omitted(what, "a failed call can return only text");
  if (!IMAGE_TYPES.includes(mediaType)) return omitted(what, `only ${IMAGE_TYPES.join(", ")} can be shown`);
  if (data.length > MOST_IMAGE)
    return omitted(what, `it has ${(data.length / 1024 / 1024).toFixed(1)} MB, the limit is 5 MB`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return omitted(what, "its data is not base64");
  return { type, mediaType, data };
}

function omitted(what: string, why: string): Part {
  return { type: "text", text: `[${what} was left out: ${why}.]` };
}

/** Text that is too long becomes one part, before the images. */
function shorten(parts: readonly Part[], maxCharacters: number): readonly Part[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  if (total <= maxCharacters) return parts;
  const text = headAndTail(texts.join("\n"), maxCharacters);
  return [{ type: "text", text }, ...parts.filter((part) => part.type === "image")];
}

function headAndTail(text: string, maxCharacters: number): string {
  const note = (left: number) => `\n[${left.toLocaleString("en-GB")} characters were left out here.]\n`;
  const room = Math.max(0, maxCharacters - note(text.length).length);
  const head = text.slice(0, Math.ceil(room / 2));
  const tail = text.slice(text.length - Math.floor(room / 2));
  // Copied through bytes: a slice would keep the whole text in memory, and may split a surrogate pair.
  return Buffer.from(`${head}${note(text.length - room)}${tail}`).toString();
}
