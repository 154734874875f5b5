import type { ToolResultPart } from "../../llm/index.ts";
import type { HostToolResult } from "../loop.ts";

type Part = HostToolResult["content"][number];

/** The most of one picture, in letters of base64: more is refused by the services. */
const MOST_IMAGE = 5 * 1024 * 1024;
const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * A tool's result as a service takes it: texts cut to so many letters in all, head and tail kept; pictures of a kind
 * and size that can be shown; a line in place of whatever is left out, and one where there is nothing.
 */
export function fitResult(result: HostToolResult, letters: number): HostToolResult {
  const isError = result?.isError === true;
  const given: readonly unknown[] = Array.isArray(result?.content) ? result.content : [];
  const content = cut(
    given.map((part) => fitPart(part, isError)),
    letters,
  );
  if (content.some((part) => part.type === "image" || part.text.trim() !== "")) return { content, isError };
  return { content: [{ type: "text", text: "The tool answered nothing." }], isError };
}

/** A result that says one thing, and that it is an error. */
export function errorResult(text: string): HostToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** A result as the part of the message that answers the call. */
export function resultPart(callId: string, { content, isError }: HostToolResult): ToolResultPart {
  return { type: "tool_result", callId, content, ...(isError && { isError }) };
}

/** A result as text, for display. */
export function resultText({ content }: HostToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}

/** What a tool answers need not be what its type says. */
function fitPart(part: unknown, isError: boolean): Part {
  const { type, text, mediaType, data } = (part ?? {}) as Record<string, unknown>;
  // Half a surrogate pair makes a request that no service can read.
  if (type === "text" && typeof text === "string") return { type, text: text.toWellFormed() };
  if (type !== "image" || typeof mediaType !== "string" || typeof data !== "string")
    return leftOut(`A part of the kind '${String(type)}'`, "it cannot be shown to a model");
  const what = `A picture of the kind '${mediaType}'`;
  // Services take no pictures in the result of a call that failed.
  if (isError) return leftOut(what, "a call that failed has texts only");
  if (!IMAGE_TYPES.includes(mediaType)) return leftOut(what, `only ${IMAGE_TYPES.join(", ")} can be shown`);
  if (data.length > MOST_IMAGE) return leftOut(what, `it has ${megabytes(data.length)} MB, and 5 MB is most`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return leftOut(what, "its data is no base64");
  return { type, mediaType, data };
}

function leftOut(what: string, why: string): Part {
  return { type: "text", text: `[${what} was left out: ${why}.]` };
}

function megabytes(letters: number): string {
  return (letters / 1024 / 1024).toFixed(1);
}

/** Texts that are too long together become one, before the pictures. */
function cut(parts: readonly Part[], letters: number): readonly Part[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  if (total <= letters) return parts;
  const text = headAndTail(texts.join("\n"), letters);
  return [{ type: "text", text }, ...parts.filter((part) => part.type === "image")];
}

function headAndTail(text: string, letters: number): string {
  const note = (left: number) => `\n[${left.toLocaleString("en-GB")} letters were left out here.]\n`;
  const room = Math.max(0, letters - note(text.length).length);
  const head = text.slice(0, Math.ceil(room / 2));
  const tail = text.slice(text.length - Math.floor(room / 2));
  // Through bytes: a slice would hold on to the whole text, and may begin or end within a pair.
  return Buffer.from(`${head}${note(text.length - room)}${tail}`).toString();
}
