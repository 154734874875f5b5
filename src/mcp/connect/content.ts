import type { CallToolResult, ContentBlock, ReadResourceResult } from "@modelcontextprotocol/client";
import type { Content, ToolOutcome } from "./outcome.ts";

/** Converts the SDK's result to an outcome. */
export function toOutcome(result: CallToolResult): ToolOutcome {
  return {
    content: result.content.map(toContent),
    structured: result.structuredContent,
    isError: result.isError === true,
  };
}

/** Converts one block of content. */
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

/** Converts the contents of a resource; an image becomes image content. */
export function toResource(resource: ReadResourceResult["contents"][number]): Content {
  const { uri, mimeType } = resource;
  if ("text" in resource) return { type: "resource", uri, mimeType, text: resource.text };
  if (mimeType?.startsWith("image/")) return { type: "image", data: resource.blob, mimeType };
  return { type: "resource", uri, mimeType, data: resource.blob };
}
