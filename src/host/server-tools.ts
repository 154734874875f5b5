import type { ServerSet, ToolOutcome } from "../mcp/connect/index.ts";
import type { HostTool, HostToolResult } from "./loop.ts";

/** The servers' tools for the loop, without those whose names are taken. */
export function serverTools(servers: ServerSet, taken: ReadonlySet<string>): readonly HostTool[] {
  return servers
    .tools()
    .filter(({ name }) => !taken.has(name))
    .map((tool) => ({
      specification: { name: tool.name, description: tool.description, input: tool.inputSchema },
      server: tool.server,
      origin: { identity: tool.identity, changed: tool.changed, hints: tool.hints },
      async run(input, { signal, onProgress }) {
        const outcome = await servers.call(tool, input, {
          signal,
          onProgress: ({ progress, total, message }) =>
            onProgress(message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`), {
              progress,
              total,
            }),
        });
        return toResult(outcome);
      },
    }));
}

/** Converts an outcome for the model: text and images stay, other parts are described. */
export function toResult({ content, structured, isError }: ToolOutcome): HostToolResult {
  const parts = content.map(toPart);
  // Some servers return only structured content.
  const isEmpty = !parts.some((part) => part.type === "image" || part.text.trim() !== "");
  if (isEmpty && structured !== undefined) parts.push({ type: "text", text: JSON.stringify(structured) });
  return { content: parts, isError };
}

function toPart(part: ToolOutcome["content"][number]): HostToolResult["content"][number] {
  const text = (content: string) => ({ type: "text", text: content }) as const;
  switch (part.type) {
    case "text":
      return text(part.text);
    case "image":
      return { type: "image", mediaType: part.mimeType, data: part.data };
    case "audio":
      return text(`[Audio (${part.mimeType}), which cannot be shown here.]`);
    case "link":
      return text(`[${part.uri}: ${part.name}${part.description ? `. ${part.description}` : ""}]`);
    case "resource":
      return text(part.text ?? `[${part.uri} (${part.mimeType ?? "binary"}), which cannot be shown here.]`);
  }
}
