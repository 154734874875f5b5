import type { ToolResultPart } from "../../llm/index.ts";
import type { HostToolResult } from "../loop.ts";

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
