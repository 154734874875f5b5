import type { CallToolResult, ContentBlock, ReadResourceResult, Tool } from "@modelcontextprotocol/client";
import { fingerprint } from "./identity.ts";
import type { Content, ToolOutcome } from "./outcome.ts";
import type { OfferedTool } from "./server-set.ts";

/** The SDK's result as an outcome. */
export function toOutcome(result: CallToolResult): ToolOutcome {
  return {
    content: result.content.map(toContent),
    ...(result.structuredContent !== undefined && { structured: result.structuredContent }),
    isError: result.isError === true,
  };
}

/** One block of content in our types. */
export function toContent(block: ContentBlock): Content {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image":
    case "audio":
      return { type: block.type, data: block.data, mimeType: block.mimeType };
    case "resource":
      return toResource(block.resource);
    case "resource_link": {
      const { uri, name, description, mimeType } = block;
      return { type: "link", uri, name, description, mimeType };
    }
  }
}

/** What a resource holds; a picture is a picture. */
export function toResource(resource: ReadResourceResult["contents"][number]): Content {
  const { uri, mimeType } = resource;
  if ("text" in resource) return { type: "resource", uri, mimeType, text: resource.text };
  if (mimeType?.startsWith("image/")) return { type: "image", data: resource.blob, mimeType };
  return { type: "resource", uri, mimeType, data: resource.blob };
}

/** A listed tool in our types, still under its server's name for it. */
export function toTool(server: string, tool: Tool): OfferedTool {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations ?? {};
  const offered = {
    server,
    tool: tool.name,
    title: tool.title ?? tool.annotations?.title,
    description: tool.description ?? "",
    inputSchema: tool.inputSchema,
    hints: {
      readOnly: readOnlyHint,
      destructive: destructiveHint,
      idempotent: idempotentHint,
      openWorld: openWorldHint,
    },
  };
  return { ...offered, identity: fingerprint([offered, tool.outputSchema]) };
}
